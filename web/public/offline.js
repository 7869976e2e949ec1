// The reader's language and theme, as first.js reads them.
let language = null;
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "system";
  language = localStorage.getItem("language");
} catch {}
const shown = (language ?? navigator.language).startsWith("da") ? "da" : "en";
document.documentElement.lang = shown;
document.title = `${document.querySelector(`[lang=${shown}] h1`).textContent} · Command Centre`;
for (const button of document.querySelectorAll("button")) button.onclick = () => location.reload();
addEventListener("online", () => location.reload());
