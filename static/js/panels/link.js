/** The live link: retries a first connection that failed, cuts a half-open one, and says how it stands.
 *
 * `_htmx.sse` is internal to the vendored htmx 4.0.1 and its hx-sse; the reconnecting tests of tests/pages/test_board.py and test_evening.py hold this file to it.
 */
const SILENCE_MS = 30000; // the server pings every few seconds
const RETRY_MS = 1000;

export function followLink(page) {
  const live = page.getElementById("live");
  if (!live) return;
  const state = page.getElementById("link-state");
  const banner = page.getElementById("link-banner");
  let connection, timer, down;
  let heard = Date.now();

  function show(now) {
    if (state) state.dataset.live = now;
    page.documentElement.dataset.live = now;
    clearTimeout(down);
    if (now === "on") banner?.setAttribute("hidden", "");
    else down = setTimeout(() => showDown(), 4000);
  }
  function showDown() {
    if (state) state.dataset.live = "off";
    page.documentElement.dataset.live = "off";
    if (!banner) return;
    const since = banner.querySelector("[data-live-since]");
    if (since) since.textContent = new Date(heard).toLocaleTimeString(page.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    banner.removeAttribute("hidden");
  }
  function again() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!live._htmx?.sse) htmx.trigger(live, "live:retry");
    }, RETRY_MS);
  }
  for (const name of ["htmx:error", "htmx:response:error", "htmx:sse:close"]) {
    live.addEventListener(name, () => {
      if (page.hidden) return; // a hidden tab closes its stream on purpose and resumes when shown
      show("waiting");
      again();
    });
  }
  function on(found) {
    connection = found;
    heard = Date.now();
    if (page.documentElement.dataset.live !== "on") show("on");
  }
  live.addEventListener("htmx:sse:after:connection", (event) => on(event.detail.connection));
  live.addEventListener("htmx:sse:after:message", (event) => on(event.detail.connection));
  // htmx does not wait for this module: the stream may stand, or have failed, before anybody listened.
  if (live._htmx?.sse?.reader) on(live._htmx.sse);
  else again();
  live.addEventListener("htmx:sse:error", () => show("waiting"));
  setInterval(() => {
    if (connection?.reader && Date.now() - heard > SILENCE_MS) {
      show("waiting");
      connection.reader.cancel();
    }
  }, 1000);
}
