import { followDrawing } from "./draw.js";
import { followDrop } from "./drop.js";

followDrop(document);
followDrawing(document);
