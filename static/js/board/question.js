/** The question that is open. The server's last answer says which one: #asked carries it as data. */
export function openQuestion(page) {
  const board = page.querySelector(".board");
  const address = `/t/${board.dataset.table}/ask`;
  let waiting = null;

  const asked = () => page.getElementById("asked");
  const is = (name) => asked()?.dataset[name] ?? "";

  // The toast stands as target: with none, htmx takes the body for a whole page and a refusal would come as one.
  async function ask(query) {
    const mark = (waiting = {});
    board.dataset.asking = "";
    await htmx.ajax("GET", query ? `${address}?${query}` : address, { target: "#toast", swap: "none" });
    if (mark === waiting) delete board.dataset.asking;
  }
  /** The same question with something changed, as a query. */
  function changed(change) {
    const query = new URLSearchParams(is("query"));
    for (const [key, value] of Object.entries(change)) {
      if (value === null) query.delete(key);
      else query.set(key, value);
    }
    return query.toString();
  }
  return {
    ask,
    changed,
    is,
    get open() { return Boolean(asked()); },
    back() {
      if (asked()) ask(is("back"));
    },
    close: () => ask(""),
    again() {
      if (asked()) ask(is("query"));
    },
  };
}
