// Runs before the first paint, so that a page never flashes in the other theme.
let language = null;
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "system";
  language = localStorage.getItem("language");
} catch {}

const signedIn = document.cookie.includes("signed_in=1");

// Scripts that the sign-in page does without start loading with the first one, not after it.
if (signedIn) {
  for (const href of document.currentScript.dataset.frame?.split(" ") ?? []) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

// A browser takes long over its first date and number, and has nothing else to do while the scripts arrive.
if (signedIn) {
  const locale = (language ?? navigator.language).startsWith("da") ? "da-DK" : "en-GB";
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format();
  new Intl.NumberFormat(locale).format(0);
}
