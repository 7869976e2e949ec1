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

// A browser may say that it is online before it is, and it does not know when a server is back.
const reloadOnAnswer = () =>
  fetch("/first.js", { method: "HEAD", cache: "no-store" }).then(
    () => location.reload(),
    () => undefined,
  );
addEventListener("online", reloadOnAnswer);
setInterval(reloadOnAnswer, 5000);
