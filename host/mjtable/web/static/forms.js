// Forms that answer while they are filled in: the server reads them as it would if they were sent, and says what it
// thinks in the elements with `data-swap`. What is being typed is never overwritten.
(() => {
  let asked = 0;

  async function look(form, more) {
    const number = ++asked;
    const data = new URLSearchParams(new FormData(form));
    data.set("do", "look");
    if (more) data.set(...more);
    const answer = await fetch(form.action, { method: "POST", body: data }).catch(() => null);
    if (!answer || (number != asked && !more)) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of document.querySelectorAll("[data-swap]")) {
      const made = page.querySelector(`[data-swap="${place.dataset.swap}"]`);
      if (!made || made.innerHTML == place.innerHTML) continue;
      const at = place.contains(document.activeElement) ? document.activeElement : null;
      place.replaceChildren(...made.childNodes);
      if (at) [...place.querySelectorAll("[name]")].find((one) => one.name == at.name && one.value == at.value)?.focus();
    }
    for (const place of document.querySelectorAll("textarea[data-fill], input[data-fill]")) {
      const made = page.getElementById(place.id);
      if (made && place != document.activeElement && place.value != made.value) place.value = made.value;
    }
    for (const place of document.querySelectorAll(".opt")) {
      const made = page.getElementById(place.id);
      if (!made) continue;
      place.className = made.className;
      place.querySelector(".name").dataset.was = made.querySelector(".name").dataset.was;
      place.querySelector(".ctl").inert = made.querySelector(".ctl").inert;
      place.querySelector(".help").textContent = made.querySelector(".help").textContent;
      place.querySelector(".err")?.remove();
      const wrong = made.querySelector(".err");
      if (wrong) place.append(wrong);
    }
    document.dispatchEvent(new CustomEvent("looked", { detail: page }));
  }
  window.mjtableLook = look;

  for (const form of document.querySelectorAll("form[data-look]")) {
    form.addEventListener("input", (event) => {
      const source = event.target.closest("[data-source]");
      look(form, source ? ["do", source.dataset.source] : undefined);
    });
    form.addEventListener("submit", (event) => { if (event.submitter?.disabled) event.preventDefault(); });
  }
  // What the table plays was changed by somebody else: said, and what is being typed stays.
  document.addEventListener("live", () => {
    const now = document.querySelector("[data-played]"), form = document.querySelector("form[data-opened]");
    if (now && form) form.querySelector(".elsewhere").hidden = !now.dataset.played || now.dataset.played == form.dataset.opened;
  });
  for (const form of document.querySelectorAll("form[data-choose], form[data-autosend]")) {
    form.addEventListener("change", () => form.submit());
  }
  for (const form of document.querySelectorAll("form[data-confirm]")) {
    form.addEventListener("submit", (event) => { if (!confirm(form.dataset.confirm)) event.preventDefault(); });
  }
  addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) {
      const field = step.parentElement.querySelector("input");
      const wanted = Number(field.value) + Number(step.dataset.step);
      field.value = Math.min(Number(field.max), Math.max(Number(field.min), wanted));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (event.target.closest("[data-print]")) print();
    const sure = event.target.closest("[data-sure]");
    if (sure && !confirm(sure.dataset.sure)) event.preventDefault();
  });
  for (const field of document.querySelectorAll("[data-filter]")) {
    field.addEventListener("input", (event) => {
      event.stopPropagation();
      const wanted = field.value.trim().toLowerCase();
      for (const one of document.querySelectorAll("[data-options] .opt")) {
        one.hidden = !one.querySelector(".name").textContent.toLowerCase().includes(wanted);
      }
    });
  }
})();
