// The virtual table's keys: pressed with the mouse, with fingers or the keyboard, several at once. ✓ and ✗ may be held;
// for whoever has one pointer the key "hold" keeps the ✗ of its seat held. And the sensors under its wall, where a click
// takes a stack away or puts it back.
(() => {
  const table = document.querySelector("[data-vt]");
  const said = table.querySelector("[data-said]");
  const HOLD = 1000; // ms, as at the table
  const FORGOTTEN = 9500; // ms; then the table itself forgets a key that nobody lets go
  const HELD = { ok: "menu", no: "leave" };
  const LATCH = "latch ";
  let last = Promise.resolve();

  function post(address, values, more) {
    return fetch(address, { method: "POST", body: new URLSearchParams(values), headers: { accept: "application/json" }, ...more }).catch(() => null);
  }
  const send = (key, seat, more) => post("/table/press", seat === undefined ? { key } : { key, seat }, more);
  const errorOf = async (answer) => (answer ? (await answer.json().catch(() => ({}))).error || "" : "");

  function press(key, seat) {
    last = last.then(async () => {
      const answer = await send(key, seat);
      const error = await errorOf(answer);
      if (error || key != "release") said.textContent = error; // letting go says nothing, and unsays nothing
      if (!answer?.ok && (key == "leave" || key == "release")) unheard(seat);
    });
  }

  // ---------------------------------------------------------------- held keys

  const held = new Map(); // who holds ("pointer 1", "key Escape", "latch 2") -> { key, seat, told: the table knows, timer }
  const owed = new Set(); // seats that the table has as holding ✗, which nobody could tell it any more
  let patience;

  // A short press counts when it ends, so that one that is held is not two.
  function down(by, key, seat) {
    if (held.has(by)) return;
    if (!HELD[key]) { press(key, seat); return; }
    const one = { key, seat, told: false };
    one.timer = setTimeout(() => {
      one.told = true;
      press(HELD[key], seat);
      show();
      if (key == "no") { clearTimeout(patience); patience = setTimeout(letGo, FORGOTTEN, isLatch); }
    }, HOLD);
    held.set(by, one);
    show();
  }

  // `meant`: a short press is one. It is not when a finger has slid off, or the page is left.
  function up(by, meant = true, tell = press) {
    const one = held.get(by);
    if (!one) return;
    held.delete(by);
    clearTimeout(one.timer);
    if (!one.told) { if (meant) tell(one.key, one.seat); }
    else if (one.key == "no" && !holding(one.seat).some((other) => other.told)) tell("release", one.seat);
    show();
  }

  const isLatch = (by) => by.startsWith(LATCH);
  const holding = (seat) => [...held.values()].filter((one) => one.key == "no" && one.seat == seat);

  function letGo(which = () => true, tell = press) {
    for (const by of [...held.keys()].filter(which)) up(by, false, tell);
  }

  function latch(seat) {
    const by = LATCH + seat;
    if (held.has(by)) up(by, false); else down(by, "no", seat);
  }

  // The table does not hear: nothing is held any more, and it gets to know as soon as it is there again.
  function unheard(seat) {
    owed.add(seat);
    letGo(undefined, (key, seat) => { owed.add(seat); });
  }

  function show() {
    table.classList.toggle("holding", [...held.values()].some((one) => one.key == "no" && one.told));
    for (const panel of table.querySelectorAll(".seatpanel")) {
      const seat = panel.dataset.seat;
      for (const key of Object.keys(HELD)) {
        const pressed = [...held.values()].some((one) => one.key == key && one.seat == seat);
        panel.querySelector(`button[value="${key}"]`).classList.toggle("held", pressed);
      }
      panel.querySelector("[data-latch]").setAttribute("aria-pressed", held.has(LATCH + seat));
    }
  }

  // ---------------------------------------------------------------- mouse, fingers, keyboard

  const seatOf = (button) => button.form.elements.seat?.value;

  table.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-keys] button");
    if (!button || event.button) return;
    const seat = seatOf(button);
    if (seat !== undefined) choose(seat);
    if (button.dataset.latch === undefined) down("pointer " + event.pointerId, button.value, seat);
  });
  addEventListener("pointerup", (event) => up("pointer " + event.pointerId));
  addEventListener("pointercancel", (event) => up("pointer " + event.pointerId, false));
  // A click leaves the focus where it is: the space bar stays that of the wall. A finger that stays asks for no menu.
  table.addEventListener("mousedown", (event) => { if (event.target.closest("[data-keys] button")) event.preventDefault(); });
  table.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-keys] button")) event.preventDefault(); });
  table.addEventListener("click", (event) => {
    const button = event.target.closest("[data-keys] button");
    if (button) {
      event.preventDefault();
      if (button.dataset.latch !== undefined) latch(seatOf(button));
      else if (!event.detail) press(button.value, seatOf(button)); // by no pointer and no key of ours
    }
    if (event.target.closest("[data-draw]")) press("next");
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-quiet]")) return;
    event.preventDefault();
    event.submitter.disabled = true;
    post(event.target.action, { do: event.submitter.value })
      .then(errorOf)
      .then((error) => { said.textContent = error; })
      .finally(() => { event.submitter.disabled = false; });
  });

  // ---------------------------------------------------------------- the wall

  function take(stack) {
    const values = { stack: stack.dataset.stack, lies: 1 - stack.dataset.lies };
    last = last.then(async () => { said.textContent = await errorOf(await post("/table/sense", values)); });
  }

  // Not by "click": the wall may be drawn anew while the button of the mouse is down.
  let under = null;
  const stackAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-stack]");
  table.addEventListener("pointerdown", (event) => { under = event.button ? null : stackAt(event)?.dataset.stack; });
  addEventListener("pointerup", (event) => {
    const stack = stackAt(event);
    if (stack && stack.dataset.stack == under) take(stack);
    under = null;
  });
  addEventListener("pointercancel", () => { under = null; });
  table.addEventListener("click", (event) => {
    const stack = event.target.closest("[data-stack]");
    if (stack && !event.detail) take(stack); // by no pointer and no key of ours
  });

  // The nearest stack in the direction of an arrow, what lies straight ahead first.
  const ARROWS = { arrowup: [0, -1], arrowdown: [0, 1], arrowleft: [-1, 0], arrowright: [1, 0] };
  function walk(from, [right, down]) {
    const middle = (stack) => { const box = stack.firstElementChild.nextElementSibling.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(from);
    let next = null, least = Infinity;
    for (const stack of table.querySelectorAll("[data-stack]")) {
      const [dx, dy] = middle(stack).map((at, i) => at - [x, y][i]);
      const ahead = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead > 1 && ahead + 3 * aside < least) { next = stack; least = ahead + 3 * aside; }
    }
    next?.focus();
  }

  function onStack(stack, key) {
    if (ARROWS[key]) walk(stack, ARROWS[key]);
    else if (key == "enter" || key == " ") take(stack);
    else return false;
    return true;
  }

  // ---------------------------------------------------------------- seats and keys

  let chosen = table.querySelector(".seatpanel.chosen")?.dataset.seat || "0";
  const tabs = document.querySelectorAll("[data-seats] a");
  function choose(seat) {
    const panel = table.querySelector(`.seatpanel[data-seat="${seat}"]`);
    if (!panel) return;
    table.querySelector(".seatpanel.chosen")?.classList.remove("chosen");
    panel.classList.add("chosen");
    chosen = seat;
    for (const tab of tabs) {
      if (tab.dataset.seat == seat) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
    }
  }
  // Another seat is looked at without leaving the page: what is held stays held.
  for (const tab of tabs) {
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      choose(tab.dataset.seat);
      history.replaceState(null, "", tab.href);
    });
  }

  const KEYS = { h: "hu", arrowup: "up", arrowdown: "down", enter: "ok", escape: "no", d: "dice" };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const button = event.target.closest("[data-keys] button:not([data-latch])");
    if (button && (key == "enter" || key == " ")) { // held like any other
      event.preventDefault();
      if (!event.repeat) down("key " + event.code, button.value, seatOf(button));
      return;
    }
    const stack = event.target.closest("[data-stack]");
    if (stack && (ARROWS[key] || !event.repeat) && onStack(stack, key)) { event.preventDefault(); return; }
    if (event.repeat) return;
    if (event.target.closest("[data-draw]") && (key == "enter" || key == " ")) { press("next"); event.preventDefault(); return; }
    if (/^[1-4]$/.test(key)) { choose(String(Number(key) - 1)); return; }
    if (key == " " && !event.target.closest("button, a")) { press("next"); event.preventDefault(); return; }
    if (key == "o") { press("discard"); return; }
    if (key == "x") { latch(chosen); return; }
    if (!KEYS[key] || (key == "enter" && event.target.closest("button, a"))) return;
    event.preventDefault();
    down("key " + event.code, KEYS[key], chosen);
  });
  addEventListener("keyup", (event) => {
    if (held.has("key " + event.code)) event.preventDefault(); // no click besides
    up("key " + event.code);
  });

  // ---------------------------------------------------------------- what ends a hold without a hand

  addEventListener("blur", () => letGo((by) => !isLatch(by))); // where a key is let go then nobody sees
  const leave = () => { clearTimeout(patience); letGo(undefined, (key, seat) => send(key, seat, { keepalive: true })); };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });

  const undo = table.querySelector("[data-live=undo]");
  const undoable = () => undo.querySelector("[data-hand]")?.dataset.hand;
  let before = undoable();
  document.addEventListener("live", () => {
    if (table.querySelector("[data-link]").dataset.link == "live") {
      for (const seat of owed) press("release", seat);
      owed.clear();
    } else letGo(undefined, (key, seat) => { owed.add(seat); });
    const now = undoable();
    if (held.size && before && before != now) { // it is done
      letGo(isLatch);
      said.textContent = undo.dataset.done.replace("{}", before);
    }
    before = now;
  });
})();
