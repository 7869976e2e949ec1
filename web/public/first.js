// Runs before the first paint, so that a page never flashes in the other theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {}
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
})();
