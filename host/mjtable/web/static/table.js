// The virtual table's keys: pressed with the mouse, a finger or the keyboard; ✓ and ✗ may be held.
(() => {
  const table = document.querySelector("[data-vt]");
  const said = table.querySelector("[data-said]");
  const HOLD = 700; // ms
  const HELD = { ok: "menu", no: "leave" };
  let last = Promise.resolve();

  function press(key, seat) {
    const body = new URLSearchParams(seat === undefined ? { key } : { key, seat });
    last = last.then(async () => {
      const answer = await fetch("/table/press", { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
      said.textContent = answer ? (await answer.json().catch(() => ({}))).error || "" : "";
    });
  }

  // A short press counts when it ends, so that one that is held is not two.
  let held = null;
  function down(key, seat) {
    if (held) return;
    if (!HELD[key]) { press(key, seat); held = { key, seat, done: true }; return; }
    held = { key, seat, done: false, timer: setTimeout(() => { held.done = true; press(HELD[key], seat); }, HOLD) };
  }
  function up() {
    if (!held) return;
    clearTimeout(held.timer);
    if (!held.done) press(held.key, held.seat);
    else if (held.key == "no") press("release", held.seat);
    held = null;
  }

  table.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-keys] button");
    if (!button || event.button) return;
    const seat = button.form.elements.seat?.value;
    if (seat !== undefined) choose(Number(seat));
    down(button.value, seat);
  });
  // A click leaves the focus where it is: the space bar stays that of the wall.
  table.addEventListener("mousedown", (event) => { if (event.target.closest("[data-keys] button")) event.preventDefault(); });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  table.addEventListener("click", (event) => {
    const button = event.target.closest("[data-keys] button");
    if (button) {
      event.preventDefault();
      if (!event.detail) press(button.value, button.form.elements.seat?.value); // by keyboard
    }
    if (event.target.closest("[data-draw]")) press("next");
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-quiet]")) return;
    event.preventDefault();
    const body = new URLSearchParams({ do: event.submitter.value });
    event.submitter.disabled = true;
    fetch(event.target.action, { method: "POST", body, headers: { accept: "application/json" } })
      .then((answer) => answer.json())
      .then((answer) => { said.textContent = answer.error || ""; })
      .catch(() => {})
      .finally(() => { event.submitter.disabled = false; });
  });

  let chosen = Number(table.querySelector(".seatpanel.chosen")?.dataset.seat || 0);
  function choose(seat) {
    const panel = table.querySelector(`.seatpanel[data-seat="${seat}"]`);
    if (!panel) return;
    table.querySelector(".seatpanel.chosen")?.classList.remove("chosen");
    panel.classList.add("chosen");
    chosen = seat;
  }

  const KEYS = { h: "hu", arrowup: "up", arrowdown: "down", enter: "ok", escape: "no", d: "dice" };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (event.target.closest("[data-draw]") && (key == "enter" || key == " ")) { press("next"); event.preventDefault(); return; }
    if (/^[1-4]$/.test(key)) { choose(Number(key) - 1); return; }
    if (key == " " && !event.target.closest("button, a")) { press("next"); event.preventDefault(); return; }
    if (key == "o") { press("discard"); return; }
    if (!KEYS[key] || (key == "enter" && event.target.closest("button, a"))) return;
    event.preventDefault();
    down(KEYS[key], chosen);
  });
  addEventListener("keyup", (event) => { if (KEYS[event.key.toLowerCase()]) up(); });
})();
