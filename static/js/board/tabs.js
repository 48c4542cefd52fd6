/** The tabs of the panel, and the same views in the navigation of a phone. */
export function followTabs(page, sheet) {
  const board = page.querySelector(".board");
  const tabs = [...page.querySelectorAll("[data-view-tab]")];

  function open(view) {
    board.dataset.view = view;
    for (const tab of tabs) {
      const on = tab.dataset.viewTab === view;
      if (tab.getAttribute("role") === "tab") {
        tab.setAttribute("aria-selected", String(on));
        tab.tabIndex = on ? 0 : -1;
      } else if (on) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    for (const panel of page.querySelectorAll("[data-view-panel]")) {
      panel.toggleAttribute("hidden", panel.dataset.viewPanel !== view);
    }
    page.dispatchEvent(new CustomEvent("board:view", { detail: view }));
    sheet?.follow();
  }
  page.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-view-tab]");
    if (tab) open(tab.dataset.viewTab);
  });
  page.addEventListener("keydown", (event) => {
    const tab = event.target.closest?.('[role="tab"][data-view-tab]');
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!tab || !by) return;
    const row = tabs.filter((each) => each.getAttribute("role") === "tab");
    const next = row[(row.indexOf(tab) + by + row.length) % row.length];
    open(next.dataset.viewTab);
    next.focus();
  });
  return { open };
}
