// Entering tiles by click and by key. What a click means the server knows, as it does without script; one goes after
// the other, so that none is lost however fast they come.
(() => {
  const form = document.querySelector("form[data-win]");
  if (!form) return;
  let last = Promise.resolve();
  const act = (name, value) => { last = last.then(() => window.mjtableLook(form, [name, value])); return last; };

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name]");
    if (!button || button.name == "do") return;
    event.preventDefault();
    act(button.name, button.hasAttribute("data-last") ? "last" : button.value);
  });

  document.addEventListener("looked", (event) => {
    for (const button of form.querySelectorAll("[data-picker] button")) {
      const made = event.detail.querySelector(`[data-picker] [data-code="${button.dataset.code}"]`);
      if (!made) continue;
      button.disabled = made.disabled;
      button.querySelector("i").textContent = made.querySelector("i").textContent;
    }
  });

  let digits = "";
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input[type=text], input[type=number], input[type=search], select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) { digits += key; event.preventDefault(); return; }
    if (/^[mpszf]$/.test(key) && digits) {
      for (const digit of digits) act("add", digit + key);
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    digits = "";
    if (key == "backspace") { act("take", "last"); event.preventDefault(); }
    if (key == "c") act("meld", "set");
    if (key == "k") act("meld", "kong");
    if (key == "enter" && !event.target.closest("button, a")) last.then(() => form.querySelector("[data-send]:not([disabled])")?.click());
    const at = event.target.closest("[data-picker] button");
    const step = { arrowleft: -1, arrowright: 1, arrowup: -9, arrowdown: 9 }[key];
    if (at && step) {
      const all = [...form.querySelectorAll("[data-picker] button:not([disabled])")];
      all[all.indexOf(at) + step]?.focus();
      event.preventDefault();
    }
  }, true);

  for (const field of document.querySelectorAll("[data-filter-patterns]")) {
    field.addEventListener("input", (event) => {
      event.stopPropagation();
      const wanted = field.value.trim().toLowerCase();
      for (const one of form.querySelectorAll(".patterns .tick")) one.hidden = !one.textContent.toLowerCase().includes(wanted);
    });
  }
})();
