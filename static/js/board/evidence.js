/** A row of the card, pressed, lights its own lines and puts the rest out. The choice of lines is kept on this device. */
export function followEvidence(page) {
  const groups = () => page.querySelectorAll("#map .evidence");

  function choice() {
    return page.querySelector("[data-lines-choice]:checked")?.value ?? "best";
  }
  function show() {
    const pressed = page.querySelector('#panel-now [data-row][aria-pressed="true"]');
    const key = pressed?.dataset.row ?? "";
    for (const group of groups()) {
      const shown = group.dataset.row === key && (key !== "" || choice() !== "off");
      group.toggleAttribute("hidden", !shown);
      group.querySelector("[data-lines=all]")?.toggleAttribute("hidden", choice() !== "all");
    }
  }
  page.addEventListener("click", (event) => {
    const row = event.target.closest("#panel-now [data-row]");
    if (!row) return;
    const on = row.getAttribute("aria-pressed") !== "true";
    for (const other of page.querySelectorAll("#panel-now [data-row]")) other.setAttribute("aria-pressed", "false");
    row.setAttribute("aria-pressed", String(on));
    show();
  });
  page.addEventListener("change", (event) => {
    if (!event.target.matches("[data-lines-choice]")) return;
    page.cookie = `lines=${event.target.value}; Path=/; Max-Age=31536000; SameSite=Lax`;
    show();
  });
  return {
    /** Best corner, all, off, and round again. */
    next() {
      const all = [...page.querySelectorAll("[data-lines-choice]")];
      const at = all.findIndex((input) => input.checked);
      all[(at + 1) % all.length]?.click();
    },
  };
}
