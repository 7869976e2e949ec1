import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "@playwright/test";

/** Options of a window; a window is reused only with the same options. */
export type Look = Pick<
  BrowserContextOptions,
  "viewport" | "colorScheme" | "locale" | "isMobile" | "hasTouch" | "reducedMotion" | "serviceWorkers"
>;

type Cookies = Parameters<BrowserContext["addCookies"]>[0];
type Window = { context: BrowserContext; page: Page; devtools: CDPSession; look: Look };

/** A small document of the product without scripts. */
const QUIET = "/favicon.svg";
const LISTENERS = ["request", "response", "websocket"] as const;

/**
 * Has pages do what Firefox (153 ESR) does and Chromium does not: key events that scripts send leave shadow trees, whatever they
 * say of `composed`, and reads of a page end as soon as it is left, not only when the next one is there.
 */
function actAsFirefox(): void {
  window.KeyboardEvent = new Proxy(KeyboardEvent, {
    construct: (Event, [type, init], own) =>
      Reflect.construct(Event, [type, { ...init, composed: true }], own),
  });
  let leaving = new AbortController();
  addEventListener("beforeunload", () => {
    setTimeout(() => {
      leaving.abort(new TypeError("NetworkError when attempting to fetch resource."));
      leaving = new AbortController();
    });
  });
  const send = fetch;
  window.fetch = (input, init) => {
    if (init?.method && init.method !== "GET") return send(input, init);
    const signals = [leaving.signal, ...(init?.signal ? [init.signal] : [])];
    return send(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

/**
 * Browser windows with separate cookies and storage that journeys use one after another. A reused window keeps its
 * process, cache and compiled code: its next page costs half of the first.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #address: string;
  readonly #free = new Map<string, Window[]>();
  readonly #taken = new Map<BrowserContext, Window>();
  readonly #spent = new WeakSet<BrowserContext>();

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  /**
   * Returns an empty window with only these cookies.
   * @param isNew whether its cache must be empty; such a window is not reused
   */
  async take(look: Look, cookies: Cookies, isNew: boolean): Promise<Page> {
    const free = isNew ? undefined : this.#free.get(JSON.stringify(look))?.pop();
    const window = free ?? (await this.#open(look));
    if (isNew) this.#spent.add(window.context);
    this.#taken.set(window.context, window);
    await window.context.addCookies(cookies);
    return window.page;
  }

  /** Empties a window for the next journey, or closes one that cannot be emptied. */
  async giveBack(context: BrowserContext): Promise<void> {
    const window = this.#taken.get(context);
    this.#taken.delete(context);
    if (!window || this.#spent.has(context)) return context.close();
    try {
      await this.#empty(window);
    } catch {
      // The journey closed it, or it has crashed.
      return context.close();
    }
    const key = JSON.stringify(window.look);
    this.#free.set(key, [...(this.#free.get(key) ?? []), window]);
  }

  async #empty({ context, page, look, devtools }: Window): Promise<void> {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const name of LISTENERS) page.removeAllListeners(name);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await page.goto(`${this.#address}${QUIET}`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await devtools.send("Page.resetNavigationHistory");
    await page.mouse.move(-1, -1);
    const { colorScheme = null, reducedMotion = null, viewport } = look;
    await page.emulateMedia({ media: null, forcedColors: null, colorScheme, reducedMotion });
    if (viewport) await page.setViewportSize(viewport);
  }

  async #open(look: Look): Promise<Window> {
    const context = await this.#browser.newContext(look);
    await context.addInitScript(actAsFirefox);
    // Without windows the browser denies pages the clipboard; with them a press may write to it.
    await context.grantPermissions(["clipboard-write"]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // A journey that calls one of these leaves the window unusable for others.
    const { clock } = page;
    for (const [owner, names] of [
      [page, ["addInitScript", "exposeFunction", "exposeBinding", "routeWebSocket"]],
      [context, ["addInitScript", "exposeFunction", "exposeBinding", "routeWebSocket", "newCDPSession"]],
      [clock, ["install", "setFixedTime", "setSystemTime"]],
    ] as const) {
      for (const name of names) {
        const plain: (...values: unknown[]) => unknown = Reflect.get(owner, name);
        Reflect.set(owner, name, (...values: unknown[]) => {
          this.#spent.add(context);
          return Reflect.apply(plain, owner, values);
        });
      }
    }
    return { context, page, devtools, look };
  }
}
