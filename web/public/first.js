// Old browsers, which understand this file, get a page of their own.
if (!URL.parse) location.replace("/browser");

// Runs before the first paint, so that a page never flashes in the other theme.
let language = null;
try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") || "system";
  language = localStorage.getItem("language");
} catch (_) {}
const isDanish = (language || navigator.language).startsWith("da");

if (isDanish) document.querySelector("[rel=manifest]").href = "/manifest.da.webmanifest";

const signedIn = document.cookie.includes("signed_in=1");

// The scripts of the first page start loading with the document: the build lists them by page, and texts with their language. If
// one of them fails, the page has to be reloaded (see below): a browser may keep it as failed for as long as the page is open.
function preload(list) {
  for (const name of (list || "").split(" ")) {
    const [, language, file] = /^(?:(en|da):)?(.+)$/.exec(name) || [];
    if (!file || (language && (language === "da") !== isDanish)) continue;
    const link = { rel: "modulepreload", href: `/assets/${file}` };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
}
const scripts = JSON.parse(document.currentScript.dataset.scripts || "{}");
if (signedIn) {
  preload(scripts.frame);
  preload(scripts[location.pathname === "/" ? "/dashboard" : location.pathname]);
} else preload(scripts.signIn);

// What pages ask for first, by their paths, as the build takes it from the areas (see web/lib/area.ts).
const FIRST = JSON.parse(document.currentScript.dataset.first || "{}");

function firstPaths(pathname, reader) {
  const holds = (permission) => reader.permissions.includes(permission);
  const meets = (need) => (need.all ? need.all.every(holds) : (need.any || [need]).some(holds));
  return (FIRST[pathname] || [])
    .filter(({ need, unless }) => !(need && !meets(need)) && !(unless && holds(unless)))
    .map((each) => each.path.replace(":orgId", reader.organizationId).replace(":userId", reader.id));
}

function readTogether(paths, language) {
  const query = paths.map((path) => `path=${encodeURIComponent(path)}`).join("&");
  const answer = fetch(`/api/batch?${query}`, { headers: { "Accept-Language": language } });
  // `boot.ts` looks at it later.
  answer.catch(() => {});
  return { paths, answer };
}

// The user who read a page here last and has not signed out (see web/lib/session.tsx), or whom the server names after a sign-in
// through Discord; null without one. The session may be another user's by now: a guess.
function lastReader() {
  const key = Object.keys(localStorage).find((each) => each.startsWith("reader:"));
  if (key) return JSON.parse(localStorage.getItem(key));
  const told = /(?:^|; )reader=([1-9]\d*)~([1-9]\d*)((?:~[\w.]+)*)(?:;|$)/.exec(document.cookie);
  if (!told) return null;
  return { id: Number(told[1]), organizationId: Number(told[2]), permissions: told[3].split("~").slice(1) };
}

// Whatever is stored, the page starts: it then asks by itself.
try {
  const reader = signedIn && FIRST["/"] && lastReader();
  if (reader)
    self.firstRead = readTogether(
      ["/api/user", ...firstPaths(location.pathname, reader)],
      isDanish ? "da" : "en",
    );
} catch (_) {}

// A browser takes long over its first date and number, and has nothing else to do while the scripts arrive.
if (signedIn) {
  const locale = isDanish ? "da-DK" : "en-GB";
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format();
  new Intl.NumberFormat(locale).format(0);
}

// Starts the service worker (see sw.js). The policy lets no script of another address be one.
let policy;
function startWorker() {
  const url = "/sw.js";
  if (!policy && self.trustedTypes)
    policy = trustedTypes.createPolicy("worker", { createScriptURL: () => url });
  return navigator.serviceWorker.register(policy ? policy.createScriptURL("") : url);
}
if (signedIn && navigator.serviceWorker) addEventListener("load", () => startWorker().catch(() => {}));

// Says that the page cannot start, because a script of it is gone or the connection dropped. A page that is opened while a new
// version is deployed may ask for scripts of the old one. `main.tsx` calls it as well.
function showMissing(isGone) {
  const [gone, reloadForNew, missing, checkAndReload, reload] = isDanish
    ? [
        "Der er kommet en ny version",
        "Genindlæs siden for at bruge den.",
        "Siden kunne ikke hentes",
        "Tjek forbindelsen, og genindlæs siden.",
        "Genindlæs siden",
      ]
    : [
        "A new version is here",
        "Reload to use it.",
        "The page could not be fetched",
        "Check your connection and reload the page.",
        "Reload the page",
      ];
  const make = (name, textContent) => Object.assign(document.createElement(name), { textContent });
  const main = make("main", "");
  main.role = "alert";
  main.style.cssText = "max-width: 24rem; margin: 20vh auto; padding: 0 1rem; font: 16px system-ui";
  const button = make("button", reload);
  button.onclick = () => location.reload();
  main.append(make("h1", isGone ? gone : missing), make("p", isGone ? reloadForNew : checkAndReload), button);
  document.body.replaceChildren(main);
}

function askWhy({ target }) {
  if (target instanceof Element && target.matches("script, [rel=stylesheet], [rel=modulepreload]")) {
    fetch(target.src || target.href).then(
      ({ status }) => showMissing(status === 404),
      () => showMissing(false),
    );
  }
}
addEventListener("error", askWhy, true);
// Firefox (153 ESR) ends what a page still loads when it is left.
addEventListener("beforeunload", () => removeEventListener("error", askWhy, true));
