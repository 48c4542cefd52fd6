/** A plain form is sent once, however often its button is tapped; coming back to the page frees it again. */
export function guardForms(page) {
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[data-hx-powered], [hx-post]")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => {
    for (const form of page.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
  // what is typed into a field with data-copy can be taken along, also where there is no clipboard (plain http)
  page.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = page.getElementById(button.dataset.copy);
    field.focus();
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value);
    else page.execCommand("copy");
  });
}
