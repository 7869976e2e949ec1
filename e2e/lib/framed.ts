import { type CDPSession, expect, type Frame, type Page, type Request } from "@playwright/test";
import { withoutNews } from "./watch.ts";

/** Path of the page around the frame, which the product does not have. */
const HOST = "/around-the-frame";

export type Size = { width: number; height: number };

type Answer = { body: string; responseHeaders: { name: string; value: string }[] };

const AROUND: Answer = {
  body: Buffer.from(
    "<!doctype html><title>Frames</title><link rel='icon' href='/favicon.svg'><body style='margin:0'>",
  ).toString("base64"),
  responseHeaders: [{ name: "Content-Type", value: "text/html" }],
};

/** Fetches a document of the product, and lets a page of the product frame it. */
async function framed(page: Page, url: string): Promise<Answer> {
  const answer = await page.request.get(url);
  const responseHeaders = answer
    .headersArray()
    .filter(({ name }) => !/^(x-frame-options|content-(encoding|length)|transfer-encoding)$/i.test(name))
    .map(({ name, value }) => ({
      name,
      value: value.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    }));
  return { body: (await answer.body()).toString("base64"), responseHeaders };
}

/** Requests of each page with a frame that have no answer yet. */
const awaited = new WeakMap<Page, Set<Request>>();

function followRequests(page: Page): void {
  const open = new Set<Request>();
  awaited.set(page, open);
  page.on("request", (each) => void open.add(each));
  page.on("requestfinished", (each) => void open.delete(each));
  page.on("requestfailed", (each) => void open.delete(each));
}

/**
 * Opens a frame for the product: a script can resize a frame and have it laid out at once, while a window takes twenty times
 * as long. The product forbids frames, so its headers are changed on the way, for its own address alone; the rest of its
 * Content-Security-Policy stays. The page gets no live updates, which would change it meanwhile.
 */
export async function openFrame(page: Page, { width, height }: Size): Promise<Frame> {
  await withoutNews(page);
  // Playwright's own routes would turn off the browser's cache.
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Fetch.requestPaused", async ({ requestId, request: { url } }) => {
    const answer = new URL(url).pathname === HOST ? AROUND : await framed(page, url);
    await devtools.send("Fetch.fulfillRequest", { requestId, responseCode: 200, ...answer });
  });
  await devtools.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
  followRequests(page);
  await page.goto(HOST);
  const style = `border: 0; position: fixed; inset: 0 auto auto 0; width: ${width}px; height: ${height}px`;
  await page.evaluate((style) => {
    document.body.append(Object.assign(document.createElement("iframe"), { name: "product", style }));
  }, style);
  const frame = page.frame("product");
  if (!frame) throw new Error("The frame was not made.");
  return frame;
}

/** Opens an address and waits until its page is drawn with its data, also what is fetched when it comes near the screen. */
export async function visit(frame: Frame, path: string): Promise<void> {
  await frame.goto(path);
  await shown(frame);
}

/**
 * Goes to an address within the open application, as a press on a link does: loading the application takes
 * most of the time in which a page is opened.
 */
export async function follow(frame: Frame, path: string): Promise<void> {
  await frame.evaluate(async (to) => {
    const before = document.querySelector("#main h1");
    const { title } = document;
    const isElsewhere = new URL(to, location.href).pathname !== location.pathname;
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
    // The sections of a page share its heading, and have titles of their own.
    while (isElsewhere && before?.isConnected && document.title === title)
      await new Promise(requestAnimationFrame);
  }, path);
  await shown(frame);
}

async function shown(frame: Frame): Promise<void> {
  await frame.waitForSelector("#main h1");
  await drawn(frame);
  await frame.evaluate(() => scrollTo(0, 0));
}

/** Waits until no request is pending and the page has not changed for two frames. */
export async function drawn(frame: Frame): Promise<void> {
  const open = awaited.get(frame.page()) ?? new Set<Request>();
  for (let hasAsked = true; hasAsked; ) {
    await stillFor(frame);
    // A part whose script is still loading shows no placeholder.
    hasAsked = open.size > 0;
    const asked = [...open];
    await Promise.allSettled(asked.map(async (each) => (await each.response())?.finished()));
    for (const each of asked) open.delete(each);
  }
}

const stillFor = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    let still = 0;
    const watch = new MutationObserver(() => {
      still = 0;
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (still < 2) {
      await new Promise(requestAnimationFrame);
      const isWaiting = document.querySelector(
        "#main [aria-busy=true], #main [role=status] .animate-spin, #main [class*=breathe_]",
      );
      // Some parts are fetched when they come near the screen: until then skeletons are in their place.
      isWaiting?.scrollIntoView();
      still = isWaiting ? 0 : still + 1;
    }
    watch.disconnect();
  });

/** Gives the frame a size. */
export const resize = (frame: Frame, { width, height }: Size): Promise<void> =>
  frame.evaluate(
    async ([wide, high]) => {
      const { style } = frameElement as HTMLIFrameElement;
      Object.assign(style, { width: `${wide}px`, height: `${high}px` });
      // Elements that are drawn for one kind of screen only follow within a frame.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    },
    [width, height] as const,
  );

const fingers = new WeakMap<Page, CDPSession>();

/** Lets the browser have a touch screen, for which controls are larger, or a mouse again. */
export async function touch(page: Page, enabled: boolean): Promise<void> {
  const devtools = fingers.get(page) ?? (await page.context().newCDPSession(page));
  fingers.set(page, devtools);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled });
}

/** Shows the texts of a language, as another tab of the browser that has changed it would. */
export async function speak(frame: Frame, language: "en" | "da"): Promise<void> {
  // An answer about the user that arrives meanwhile restores their own language.
  await expect(async () => {
    await frame.evaluate((newValue) => {
      dispatchEvent(new StorageEvent("storage", { key: "language", newValue }));
    }, language);
    await frame.waitForFunction((wanted) => document.documentElement.lang === wanted, language, {
      timeout: 5_000,
    });
  }).toPass();
  await drawn(frame);
}
