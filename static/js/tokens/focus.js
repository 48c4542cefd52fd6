/** Where the focus goes when a part that holds it is put in anew: to what is wrong, else to the part's heading. */
const PARTS = "#token-sheet, #invite, #settings";

export function keepFocus(page) {
  let held = false;
  page.addEventListener("htmx:before:swap", () => {
    held = Boolean(page.activeElement?.closest(PARTS));
  });
  page.addEventListener("htmx:after:swap", () => {
    if (!held || page.activeElement?.closest(PARTS)) return;
    held = false;
    const part = page.querySelector(PARTS);
    const wrong = part?.querySelector("[aria-invalid=true], details[open] input:not([type=hidden])");
    (wrong ?? part?.querySelector("h2[tabindex]"))?.focus();
  });
}
