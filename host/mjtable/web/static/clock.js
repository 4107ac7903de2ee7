// The time of day, once a second; nothing is asked for it.
(() => {
  const place = document.querySelector("[data-clock]");
  const show = () => { place.textContent = new Date().toTimeString().slice(0, 5); };
  show();
  setInterval(show, 1000);
})();
