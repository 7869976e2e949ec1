import { randomInt } from "node:crypto";
import { type BrowserContext, expect, request } from "@playwright/test";
import { suffix } from "./discord.ts";

export type Account = { username: string; displayName: string; password: string };

/** The password of the demo accounts. It is the product's name too, so that no new user may choose it. */
const DEMO_PASSWORD = "command-centre";
const PASSWORD = "seven-quiet-lamps";
const demo = (username: string, displayName: string): Account => ({
  username,
  displayName,
  password: DEMO_PASSWORD,
});

/** The demo accounts, one for each system role. */
export const DEMO = {
  admin: demo("admin", "Astrid Holm"),
  officer: demo("officer", "Freja Ravn"),
  manager: demo("crm_manager", "Oliver Hayes"),
  recruiter: demo("recruiter", "Mikkel Toft"),
  onboarding: demo("onboarding", "Ida Storm"),
  member: demo("member", "Jonas Kjær"),
} as const;

/** Returns an account with a unique name, which is not stored yet. */
function newAccount(name: string): Account {
  const end = suffix();
  const username = `${name.toLowerCase().replaceAll(/[^a-z]/g, "")}.${end}`;
  return { username, displayName: `${name} ${end}`, password: PASSWORD };
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** A network that no other account signs in from: where many do within an hour, each further one has to wait. */
const ownNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Signs each account in once, and shares the session among browsers and API calls. */
export class People {
  readonly #sessions = new Map<string, Promise<Cookies>>();
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  #ask(
    path: string,
    method: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.#address}${path}`, {
      method,
      headers: {
        Origin: this.#address,
        ...(data === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    });
  }

  async #signIn({ username, password }: Account): Promise<Cookies> {
    const caller = await request.newContext({
      baseURL: this.#address,
      extraHTTPHeaders: { Origin: this.#address, "CF-Connecting-IP": ownNetwork() },
    });
    const response = await caller.post("/api/login", { data: { username, password } });
    if (!response.ok()) throw new Error(`${username} cannot sign in: ${await response.text()}`);
    const { cookies } = await caller.storageState();
    await caller.dispose();
    return cookies;
  }

  /** Returns the cookies of a browser in which the account is signed in. */
  cookies(account: Account): Promise<Cookies> {
    const known = this.#sessions.get(account.username) ?? this.#signIn(account);
    this.#sessions.set(account.username, known);
    return known;
  }

  /**
   * Calls the API as the account; returns its answer.
   * @throws Error for any status except 2xx
   */
  async call<Answer>(
    account: Account,
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    data?: unknown,
  ) {
    const cookies = await this.cookies(account);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const response = await this.#ask(path, method, data, { Cookie: cookie });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  /** Creates an account with a role and a unique name. */
  async hire(name: string, role: string): Promise<Account> {
    const account = newAccount(name);
    await this.call(DEMO.admin, "POST", "/api/register", { ...account, role });
    return account;
  }

  /** Creates an account as a visitor does, which has no role; the demo keeps to a limit of registrations an hour. */
  async register(name: string): Promise<Account> {
    const account = newAccount(name);
    const response = await this.#ask("/api/register", "POST", account);
    if (!response.ok) throw new Error(`${account.username} cannot register: ${await response.text()}`);
    return account;
  }

  /** Syncs the members of the Discord server; refused while another test does. */
  async sync(): Promise<void> {
    const path = "/api/discord/sync-members/1";
    await expect
      .poll(() => this.call(DEMO.admin, "POST", path).then(() => "read in", String))
      .toBe("read in");
  }

  async memberId(account: Account): Promise<number> {
    const user = await this.call<{ member: { id: number } | null }>(account, "GET", "/api/user");
    if (!user.member) throw new Error(`${account.username} is no member`);
    return user.member.id;
  }
}
