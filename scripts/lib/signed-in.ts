import { setTimeout as delay } from "node:timers/promises";

/** Calls the product's API as a user who is signed in with a password. */
export class SignedIn {
  readonly #address: string;
  readonly #cookie: string;

  private constructor(address: string, cookie: string) {
    this.#address = address;
    this.#cookie = cookie;
  }

  static async as(address: string, username: string, password: string): Promise<SignedIn> {
    const response = await fetch(`${address}/api/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: address },
      body: JSON.stringify({ username, password }),
    });
    if (!response.ok) throw new Error(`signing in as ${username} answered ${response.status}`);
    const cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    return new SignedIn(address, cookie);
  }

  /** @throws Error with the status and the problem's text when the answer is not 2xx */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        Cookie: this.#cookie,
        Origin: this.#address,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}

/** How long is waited for what has to come, in milliseconds: so long that no busy machine decides. */
const PATIENCE = 600_000;

/**
 * Repeats `look` until it finds something.
 * @throws Error naming it after ten minutes, or `milliseconds`
 */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null | undefined | false>,
  milliseconds = PATIENCE,
): Promise<Found> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`);
    await delay(100);
  }
}
