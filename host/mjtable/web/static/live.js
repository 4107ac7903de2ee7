// Puts into an open page what has changed. The server sends whole parts; what is the same stays as it is.
(() => {
  const body = document.body;
  const moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function fill(place, text) {
    if (place.tagName == "IMG") { if (place.src != text) place.src = text; return; }
    const made = document.createElement("template");
    made.innerHTML = text;
    const before = {};
    for (const one of place.querySelectorAll("[data-was]")) before[one.dataset.was] = one.textContent;
    place.replaceChildren(made.content);
    if (!moving) return;
    for (const one of place.querySelectorAll("[data-was]")) {
      if (before[one.dataset.was] !== undefined && before[one.dataset.was] != one.textContent) one.classList.add("fresh");
    }
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
        if (place.tagName == "IMG" || !same(place, text)) fill(place, text);
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
