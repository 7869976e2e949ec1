// Runs before the first paint: a page never flashes in the other theme, and somebody who is signed in has all
// the scripts of their page fetched at once.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {}
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;

  if (!document.cookie.split("; ").includes("signed_in=1")) return;
  let language = null;
  try {
    language = localStorage.getItem("language");
  } catch {}
  if (language !== "en" && language !== "da") language = /^(da|en)\b/.exec(navigator.language)?.[1] ?? "en";
  const scripts = JSON.parse(document.getElementById("early-scripts")?.textContent ?? "{}");
  const path = location.pathname.toLowerCase().replace(/\/$/, "") || "/dashboard";
  for (const file of scripts[language]?.[path] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  }
  // A browser takes long over its first number and date, and has nothing else to do while the scripts arrive.
  new Intl.NumberFormat(language).format(0);
  new Intl.DateTimeFormat(language).format(0);
})();
