import type { BrowserContext, ConsoleMessage, WebError } from "@playwright/test";

/** What every journey meets: no user is signed in yet, and the page asks. */
const USUAL = [/status of 401 .*\/api\/user$/];

/** What a page meets whose session has ended, its WebSocket too if that connects again before it asks for the password. */
export const SESSION_ENDED = [/status of 401 /, /\/api\/live' failed: HTTP Authentication failed/];

/**
 * Collects what the browser complains of: errors on the console, uncaught ones, and everything that the
 * Content-Security-Policy blocked, which the console tells as well.
 */
export class Watch {
  readonly problems: string[] = [];
  readonly #expected: RegExp[] = [...USUAL];

  /** Lets a complaint pass that belongs to the journey, such as the answer 409 to a stale edit. */
  expect(...complaints: RegExp[]): void {
    this.#expected.push(...complaints);
  }

  /** Collects what the pages of a browser complain of; the returned function ends that. */
  follow(context: BrowserContext): () => void {
    const onMessage = (message: ConsoleMessage) => {
      const text = `${message.text()} ${message.location().url}`;
      // Discord's own pages are not the product's.
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

  /** The complaints that no expectation covers. */
  unexpected(): string[] {
    return this.problems.filter((text) => !this.#expected.some((each) => each.test(text)));
  }
}
