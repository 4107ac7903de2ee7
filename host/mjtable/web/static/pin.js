// The dialog for the PIN: counts down while the table takes none, Escape leaves it.
(() => {
  const form = document.querySelector("form[data-pin]");
  const button = form.querySelector("[data-wait]");
  const shown = form.querySelector(".seconds");
  const until = Date.now() + 1000 * Number(button.dataset.wait);
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    button.disabled = left > 0;
    shown.textContent = Math.max(0, left);
    if (left > 0) setTimeout(tick, 250);
    else shown.closest(".note").remove();
  };
  if (shown) tick();
  addEventListener("keydown", (event) => { if (event.key == "Escape") location.href = form.querySelector("[data-cancel]").href; });
})();
