import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const ORIGIN = "https://command.example.org";
const file = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url), "utf8");
const SOURCE = file("sw.js");

type Shown = { title: string; options: Record<string, unknown> };
type Page = { url: string; focus: () => void };

/** The service worker in a browser that has only the parts which it uses. */
function startWorker(network: (path: string) => Promise<Response>) {
  const listeners = new Map<string, (event: object) => void>();
  const kept = new Map<string, Response>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const posted: [path: string, body: unknown][] = [];
  const pages: Page[] = [];
  const names = ["offline-older"];
  const self = {
    location: { origin: ORIGIN },
    skipWaiting: async () => void names.push("skipped"),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push({ title, options }),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    addEventListener: (type: string, run: (event: object) => void) => void listeners.set(type, run),
  };
  const pathOf = (asked: string | { url: string }) =>
    new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
  const caches = {
    open: async () => ({
      addAll: async (all: { url: string }[]) => {
        for (const each of all) kept.set(pathOf(each), await network(pathOf(each)));
      },
    }),
    keys: async () => [...names],
    delete: async (name: string) => void names.splice(names.indexOf(name), 1),
    match: async (asked: string) => kept.get(asked)?.clone(),
  };
  class OwnRequest {
    readonly url: string;
    constructor(path: string) {
      this.url = `${ORIGIN}${path}`;
    }
  }
  const fetch = (asked: string | { url: string }, init?: { body: string }) => {
    if (init) posted.push([pathOf(asked), JSON.parse(init.body)]);
    return network(pathOf(asked));
  };
  runInNewContext(SOURCE, { self, caches, fetch, URL, Response, Request: OwnRequest });
  /** Dispatches an event; resolves to what it was answered with, once all that it started has ended. */
  async function dispatch(type: string, event: object = {}): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (started: Promise<unknown>) => void work.push(started),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    await Promise.all(work);
    return answer;
  }
  const get = (path: string, mode = "navigate", method = "GET", origin = ORIGIN) =>
    dispatch("fetch", { request: { url: origin + path, mode, method } });
  /** Opens a page that the browser has asked the server for beforehand. */
  const open = (path: string, preloadResponse: Promise<Response>) =>
    dispatch("fetch", { request: { url: ORIGIN + path, mode: "navigate", method: "GET" }, preloadResponse });
  const push = (data: object | null) => dispatch("push", { data: data && { json: () => data } });
  return { dispatch, get, open, push, shown, opened, posted, pages, names };
}

const online = async (path: string) => new Response(`from the server: ${path}`);
/** A worker that was installed online, with a switch of the network. */
async function installed() {
  const line = { isUp: true };
  const worker = startWorker(async (path) => {
    if (!line.isUp) throw new TypeError("Failed to fetch");
    return online(path);
  });
  await worker.dispatch("install");
  return { ...worker, line };
}
const textOf = async (answer: Response | undefined) => answer && (await answer.text());

test("a page comes from the server, or is the offline page when the server cannot be reached", async () => {
  const { get, line } = await installed();
  assert.equal(await textOf(await get("/crm?tab=1")), "from the server: /crm");
  line.isUp = false;
  assert.equal(await textOf(await get("/crm?tab=1")), "from the server: /offline");
  assert.equal(await textOf(await get("/offline.css", "no-cors")), "from the server: /offline.css");
});

test("a preloaded page is answered, or the offline page when Chromium or Firefox report no answer", async () => {
  const { open, line } = await installed();
  assert.equal(await textOf(await open("/crm", Promise.resolve(new Response("preloaded")))), "preloaded");
  line.isUp = false;
  for (const preloaded of [
    Promise.reject(new TypeError("Failed to fetch")),
    Promise.resolve(Response.error()),
  ])
    assert.equal(await textOf(await open("/crm", preloaded)), "from the server: /offline");
});

test("an error of the server is no reason for the offline page", async () => {
  const worker = startWorker(async () => new Response("broken", { status: 500 }));
  assert.equal((await worker.get("/crm"))?.status, 500);
});

test("the service worker leaves the API, scripts, sent data and other sites to the browser", async () => {
  const { get } = await installed();
  const past = await Promise.all([
    get("/api/user", "cors"),
    get("/api/auth/discord"),
    get("/assets/index-1234567.js", "cors"),
    get("/crm", "navigate", "POST"),
    get("/crm", "navigate", "GET", "https://elsewhere.example"),
  ]);
  assert.deepEqual(past, [undefined, undefined, undefined, undefined, undefined]);
});

test("a new service worker takes over at once and deletes the cache of the former one", async () => {
  const { dispatch, names } = await installed();
  assert.ok(names.includes("skipped"));
  await dispatch("activate");
  assert.ok(!names.includes("offline-older"));
});

test("a message is shown in its words, under its tag, with the page that it opens", async () => {
  const { push, shown } = await installed();
  const words = { title: "Command Centre", body: "Otto gav dig rollen Officer.", lang: "da", tag: "abc" };
  await push({ web_push: 8030, notification: { ...words, navigate: `${ORIGIN}/account?tab=1#push` } });
  const [{ title, options } = { title: "", options: {} }] = shown;
  const { icon, badge, ...rest } = options;
  assert.equal(title, words.title);
  assert.deepEqual({ ...rest }, { body: words.body, lang: "da", tag: "abc", data: "/account?tab=1#push" });
  for (const picture of [icon, badge]) assert.ok(file(String(picture).slice(1)).length > 0);
});

test("a message without words is shown, too, and opens the start", async () => {
  const { push, shown } = await installed();
  for (const data of [null, {}, { notification: null }]) await push(data);
  assert.deepEqual(
    shown.map(({ title, options }) => [title, options["data"]]),
    Array.from({ length: 3 }, () => ["Command Centre", "/"]),
  );
});

test("a pressed message goes to the page that is open, or opens it, and never another site", async () => {
  const { dispatch, opened, pages } = await installed();
  const focused: string[] = [];
  const page = (path: string) => ({ url: ORIGIN + path, focus: () => void focused.push(path) });
  pages.push(page("/crm"), page("/account"));
  const press = (data: unknown) => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    const notification = { data, close };
    return dispatch("notificationclick", { notification }).then(() => assert.ok(isClosed));
  };
  for (const data of [
    "/account",
    "/events?id=1",
    "https://evil.example/x",
    "//evil.example",
    "javascript:1",
    null,
  ])
    await press(data);
  assert.deepEqual(focused, ["/account"]);
  assert.deepEqual(opened, [`${ORIGIN}/events?id=1`, ...Array.from({ length: 4 }, () => `${ORIGIN}/`)]);
});

test("a new address of the push service is sent to the server, with nothing but its keys", async () => {
  const { dispatch, posted } = await installed();
  const keys = { p256dh: "B", auth: "a" };
  const toJSON = () => ({
    endpoint: "https://push.example/2",
    expirationTime: null,
    keys: { ...keys, more: "" },
  });
  await dispatch("pushsubscriptionchange", { newSubscription: { toJSON } });
  await dispatch("pushsubscriptionchange", { newSubscription: null, oldSubscription: null });
  assert.deepEqual(posted, [["/api/push/subscriptions", { endpoint: "https://push.example/2", keys }]]);
});

test("the service worker's cache is named by the content of the files", () => {
  const hash = createHash("sha256");
  for (const name of ["offline.html", "offline.css", "offline.js", "favicon.svg"]) hash.update(file(name));
  const name = `offline-${hash.digest("hex").slice(0, 8)}`;
  assert.equal(/const CACHE = "(.*)"/.exec(SOURCE)?.[1], name);
});
