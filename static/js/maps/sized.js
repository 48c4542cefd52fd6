import { followSize } from "./size.js";

followSize(document);
