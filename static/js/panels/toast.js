/** A toast goes when it is closed, or by itself once it has been there long enough to be read twice. */
const PLAIN_MS = 8000;

export function closeToasts(page) {
  const region = page.getElementById("toast");
  if (!region) return;
  region.addEventListener("click", (event) => {
    if (event.target.closest("[data-toast-close]")) region.replaceChildren();
  });
  // what is done next is told anew: an older refusal would speak of something else
  page.addEventListener("htmx:before:request", (event) => {
    if (event.detail?.ctx?.request?.method === "POST") region.querySelector(".refusal")?.remove();
  });
  let timer;
  new MutationObserver(() => {
    clearTimeout(timer);
    // a refusal stays until it is closed or something else happens
    if (region.querySelector(".toast")) timer = setTimeout(() => region.replaceChildren(), PLAIN_MS);
  }).observe(region, { childList: true });
}
