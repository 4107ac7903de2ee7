// Light or dark, before anything is drawn: as the address says, else as chosen before, else as the system has it.
(() => {
  const root = document.documentElement;
  let saved;
  try { saved = localStorage.theme; } catch (e) { /* a browser that keeps nothing */ }
  const asked = new URLSearchParams(location.search).get("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = root.dataset.theme || asked || saved || (dark ? "dark" : "light");
  addEventListener("DOMContentLoaded", () => {
    document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
      root.dataset.theme = root.dataset.theme == "dark" ? "light" : "dark";
      try { localStorage.theme = root.dataset.theme; } catch (e) { /* then for this page */ }
    });
  });
})();
