import { followDrop } from "./drop.js";
import { followGrid } from "./grid.js";

followDrop(document);
followGrid(document);
document.querySelector(".maps-page .refusal")?.focus();

// Saved once, however often the button is tapped; looking again is not saving, and after it there is nothing to look at.
let saved = false;
document.addEventListener("submit", (event) => {
  if (event.target.id !== "import" || event.submitter?.hasAttribute("formaction")) return;
  if (saved) event.preventDefault();
  saved = true;
  event.target.dispatchEvent(new Event("htmx:abort"));
});
document.addEventListener("htmx:before:request", (event) => {
  if (saved && event.detail.ctx.request.action.endsWith("/look")) event.preventDefault();
});
addEventListener("pageshow", () => { saved = false; });
