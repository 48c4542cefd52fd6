/** The text board stays live: whenever the table moves on it reads its main part anew, and keeps the focus.
 *
 * Links and forms work without this; with it they change the part and the address, not the whole page.
 */
const DELAY_MS = 40; // fragments of one event arrive together

export function run(page) {
  if (!page.getElementById("text-main")) return;
  let timer;
  let acts = 0; // under way: until the answer is here nothing is read anew, or the question would be refused for a moment

  /** Show what stands at an address. `go`: the address becomes the page's own. */
  async function read(address, go) {
    const focused = page.activeElement;
    if (go) history.pushState(null, "", address);
    await htmx.ajax("GET", address, { target: "#text-main", select: "#text-main", swap: "outerMorph" });
    if (go) (page.getElementById("text-asked") ?? page.getElementById("me-title"))?.focus();
    else if (focused?.isConnected && page.activeElement !== focused) focused.focus();
  }
  const here = () => location.pathname + location.search;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => { if (!acts) read(here()); }, DELAY_MS);
  }

  page.addEventListener("click", (event) => {
    const centre = event.target.closest("[data-centre]");
    if (centre) read(`${location.pathname}?token=${encodeURIComponent(centre.dataset.centre)}`, true);
    const link = event.target.closest("a[data-text-link]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    read(link.getAttribute("href"), true);
  });
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-text-form]")) return;
    event.preventDefault();
    read(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, true);
  });
  // What was done closes its question.
  const isPost = (event) => event.detail?.ctx?.request?.method?.toUpperCase() === "POST";
  page.addEventListener("htmx:before:request", (event) => { if (isPost(event)) acts += 1; });
  page.addEventListener("htmx:finally:request", (event) => {
    if (!isPost(event)) return;
    acts -= 1;
    later();
  });
  page.addEventListener("htmx:after:request", (event) => {
    if (!isPost(event)) return;
    const { ctx } = event.detail;
    const closes = /\/(act|undo|redo|rewind)$/.test(new URL(ctx.request.action, location).pathname);
    if (closes && ctx.response?.status < 300) history.replaceState(null, "", page.getElementById("text-main").dataset.base);
  });
  addEventListener("popstate", () => read(here()));
  // Named messages are pings and ticks: nothing to see changed.
  page.getElementById("live")?.addEventListener("htmx:sse:after:message", (event) => {
    if (!event.detail.message.event) later();
  });
}

run(document);
