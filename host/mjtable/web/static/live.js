// Puts into an open page what has changed. The server sends whole parts; what is the same stays as it is.
(() => {
  const body = document.body;
  const moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  // How to find an element again in what replaces it.
  function handle(one) {
    const named = ["id", "name", "href", "data-draw"].find((name) => one.hasAttribute(name));
    return named ? `${one.tagName.toLowerCase()}[${named}="${CSS.escape(one.getAttribute(named))}"]` : one.tagName.toLowerCase();
  }

  function fill(place, text) {
    if (place.tagName == "IMG") { if (place.src != text) place.src = text; return; }
    const made = document.createElement("template");
    made.innerHTML = text;
    const before = {}, focused = place.contains(document.activeElement) ? handle(document.activeElement) : null;
    for (const one of place.querySelectorAll("[data-was]")) before[one.dataset.was] = one.textContent;
    place.replaceChildren(made.content);
    if (focused) place.querySelector(focused)?.focus();
    if (!moving) return;
    for (const one of place.querySelectorAll("[data-was]")) {
      if (before[one.dataset.was] !== undefined && before[one.dataset.was] != one.textContent) one.classList.add("fresh");
    }
  }

  // A list that is being read stays where it is: new rows are counted, and come when it is at its top again.
  function hold(place, text) {
    const chip = document.querySelector("[data-new]");
    const show = () => { fill(place, text); chip.hidden = true; place.onscroll = null; };
    if (place.scrollTop < 4) return show();
    const made = document.createElement("template");
    made.innerHTML = text;
    chip.textContent = `${Math.max(1, made.content.children.length - place.children.length)} ${chip.dataset.new}`;
    chip.hidden = false;
    chip.onclick = () => { place.scrollTop = 0; show(); };
    place.onscroll = () => { if (place.scrollTop < 4) show(); };
  }

  function same(place, text) {
    const made = document.createElement("template");
    made.innerHTML = text;
    const plain = (html) => html.replace(/ fresh/g, "");
    return plain(made.innerHTML) == plain(place.innerHTML);
  }

  const events = new EventSource("/events?page=" + body.dataset.page + "&lang=" + body.dataset.lang);
  events.addEventListener("parts", (event) => {
    const parts = JSON.parse(event.data);
    for (const [name, text] of Object.entries(parts)) {
      for (const place of document.querySelectorAll(`[data-live="${name}"]`)) {
        if (place.tagName == "IMG" || !same(place, text)) (place.dataset.held === undefined ? fill : hold)(place, text);
      }
    }
    document.dispatchEvent(new CustomEvent("live", { detail: parts }));
  });
  // The page itself is gone, not the cable: said in the same place.
  let gone;
  events.onerror = () => { gone ||= setTimeout(() => { body.classList.add("unserved"); }, 1500); };
  events.onopen = () => { clearTimeout(gone); gone = null; body.classList.remove("unserved"); };

  // Going about by keys; nothing fires while a field has the focus.
  const places = { s: "/", w: "/win", h: "/session", r: "/region", t: "/table", d: "/device" };
  let going = false;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (going && places[key]) { event.preventDefault(); event.stopImmediatePropagation(); location.href = places[key]; }
    going = key == "g";
    if (key == "?") document.getElementById("keys")?.showModal();
    if (key == "f" && body.classList.contains("tv")) document.documentElement.requestFullscreen?.();
    if (key == "j") document.querySelector("[data-next]")?.click();
    if (key == "k") document.querySelector("[data-previous]")?.click();
  }, true);
})();
