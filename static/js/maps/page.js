import { followDrop } from "./drop.js";
import { followGrid } from "./grid.js";

followDrop(document);
followGrid(document);
document.querySelector(".maps-page .refusal")?.focus();
