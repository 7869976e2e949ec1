// Runs before the first paint, so that a page never flashes in the other theme.
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme");
} catch {}
