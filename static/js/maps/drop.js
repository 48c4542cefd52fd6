/** A file dropped on the page goes the way of the file picker: into the form with [data-drop]. */
export function followDrop(page) {
  const form = page.querySelector("form[data-drop]");
  if (!form) return;
  const field = form.querySelector('input[type="file"]');
  const zone = page.querySelector("[data-drop-zone]") ?? page.body;
  const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let over = 0;

  function isTooLarge() {
    const [file] = field.files;
    const large = Boolean(file) && file.size > Number(form.dataset.most);
    const words = page.querySelector("[data-too-large]");
    if (words) words.hidden = !large;
    return large;
  }

  page.addEventListener("dragenter", (event) => {
    if (!holdsFiles(event)) return;
    over += 1;
    zone.classList.add("drop--over");
  });
  page.addEventListener("dragleave", (event) => {
    if (!holdsFiles(event)) return;
    over -= 1;
    if (over <= 0) zone.classList.remove("drop--over");
  });
  page.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  page.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    over = 0;
    zone.classList.remove("drop--over");
    field.files = event.dataTransfer.files;
    if (!isTooLarge()) form.requestSubmit();
  });
  field.addEventListener("change", () => {
    if (!isTooLarge() && "sendAtOnce" in form.dataset && field.files.length) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    if (isTooLarge()) event.preventDefault();
  }, { capture: true });
}
