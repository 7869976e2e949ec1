import type { Frame, Page } from "@playwright/test";

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

/**
 * Opens two frames for the product, one for the next page. A frame takes a width within a script, and the page in it is laid out at once:
 * a window takes twenty times as long. The product forbids frames, so its headers are changed on the way, for its own
 * address alone; the rest of its Content-Security-Policy stays. The page gets no live updates, which would change it meanwhile.
 */
export async function openFrames(page: Page, { width, height }: Size): Promise<[Frame, Frame]> {
  await page.routeWebSocket(/\/api\/live$/, () => undefined);
  // Playwright's own routes would turn off the browser's cache.
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Fetch.requestPaused", async ({ requestId, request: { url } }) => {
    const answer = new URL(url).pathname === HOST ? AROUND : await framed(page, url);
    await devtools.send("Fetch.fulfillRequest", { requestId, responseCode: 200, ...answer });
  });
  await devtools.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
  await page.goto(HOST);
  // Both in the window, since pages look at what is on the screen.
  const style = `border: 0; position: fixed; inset: 0 auto auto 0; width: ${width}px; height: ${height}px`;
  const made = ["one", "other"].map(async (name) => {
    const add = ([name, style]: string[]) => {
      document.body.append(Object.assign(document.createElement("iframe"), { name, style }));
    };
    await page.evaluate(add, [name, style]);
    const frame = page.frame(name);
    if (!frame) throw new Error("The frame was not made.");
    return frame;
  });
  return (await Promise.all(made)) as [Frame, Frame];
}

/** Goes to an address and waits until its page is drawn with its data, also what is fetched when it comes near the screen. */
export async function visit(frame: Frame, path: string): Promise<void> {
  await frame.goto(path);
  await frame.waitForSelector("#main h1");
  await drawn(frame);
  await frame.evaluate(() => scrollTo(0, 0));
}

/** Waits until nothing is awaited any more and the page was not changed for two frames. */
export const drawn = (frame: Frame): Promise<void> =>
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

/** Shows the texts of a language, as another tab of the browser that has changed it would. */
export async function speak(frame: Frame, language: "en" | "da"): Promise<void> {
  await frame.evaluate((newValue) => {
    dispatchEvent(new StorageEvent("storage", { key: "language", newValue }));
  }, language);
  await frame.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  await drawn(frame);
}
