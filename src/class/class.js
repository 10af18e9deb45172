// Loads the page again when another is due. Without it, the phone's own reload does the same.
const turn = document.body.dataset.turn;
async function look() {
  try {
    const answer = await fetch("/turn", { cache: "no-store" });
    if (answer.ok && (await answer.text()) !== turn) return location.replace("/");
  } catch { /* The network comes back, or the lesson is over. */ }
  setTimeout(look, 1500);
}
setTimeout(look, 1500);
