import { followDrop } from "./drop.js";
import { followGrid } from "./grid.js";

followDrop(document);
followGrid(document);
document.querySelector(".maps-page .refusal")?.focus();

// Saved once, however often the button is tapped; looking again is not saving.
let saved = false;
document.addEventListener("submit", (event) => {
  if (event.target.id !== "import" || event.submitter?.hasAttribute("formaction")) return;
  if (saved) event.preventDefault();
  saved = true;
});
addEventListener("pageshow", () => { saved = false; });
