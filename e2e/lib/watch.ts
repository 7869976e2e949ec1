import type { BrowserContext, ConsoleMessage, Page, WebError } from "@playwright/test";

/**
 * Expected in every journey: before sign-in the page asks for the user; Firefox reports a font that was still on its way
 * when the page was left (NS_BINDING_ABORTED).
 */
const USUAL = [/status of 401 .*\/api\/user$/, /download failed .*status=2152398850/];

/**
 * Expected on a page whose session has ended, also from its WebSocket if that reconnects before the page asks for the
 * password.
 */
export const SESSION_ENDED = [/status of 401 /, /\/api\/live' failed: HTTP Authentication failed/];
/**
 * A proof of identity changes the session's token: a read in flight with the former token is refused and sent again, as is a
 * WebSocket that reconnects at that moment.
 */
export const TOKEN_CHANGED = SESSION_ENDED;

/**
 * Collects complaints of the browser: errors on the console, uncaught errors, and everything that the
 * Content-Security-Policy blocked, which the console reports too.
 */
export class Watch {
  readonly problems: string[] = [];
  readonly #expected: RegExp[] = [...USUAL];

  /** Expects a complaint that belongs to the journey, such as the answer 409 to a stale edit. */
  expect(...complaints: RegExp[]): void {
    this.#expected.push(...complaints);
  }

  /** Collects complaints of the pages of a browser; the returned function stops that. */
  follow(context: BrowserContext): () => void {
    const onMessage = (message: ConsoleMessage) => {
      const text = `${message.text()} ${message.location().url}`;
      // Ignores Discord's own pages.
      if (message.location().url.startsWith(process.env["E2E_DISCORD"] ?? "none")) return;
      if (message.type() === "error" || /content security policy/i.test(text)) this.#note(text);
    };
    const onError = (error: WebError) => this.#note(`uncaught: ${error.error().message}`);
    context.on("console", onMessage).on("weberror", onError);
    return () => void context.off("console", onMessage).off("weberror", onError);
  }

  #note(text: string): void {
    this.problems.push(text);
  }

  /** Returns the complaints that no expectation covers. */
  unexpected(): string[] {
    return this.problems.filter((text) => !this.#expected.some((each) => each.test(text)));
  }
}

/** Keeps changes by others from a page: its WebSocket delivers nothing. */
export const withoutNews = (page: Page): Promise<void> =>
  page.routeWebSocket(/\/api\/live$/, () => undefined);
