import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { request } from "@playwright/test";
import { suffix } from "./discord.ts";

export type Account = { username: string; displayName: string; password: string };

/** Of the demo accounts. The organization has this name too, so nobody who registers may choose it. */
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

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs each account in once, and shares the session among browsers and API calls. */
export class People {
  readonly #states = new Map<string, State>();
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async #state(account: Account): Promise<State> {
    const known = this.#states.get(account.username);
    if (known) return known;
    const caller = await this.#caller();
    const { username, password } = account;
    const response = await caller.post("/api/login", { data: { username, password } });
    if (!response.ok()) throw new Error(`${username} cannot sign in: ${await response.text()}`);
    const state = await caller.storageState();
    await caller.dispose();
    this.#states.set(username, state);
    return state;
  }

  #caller(storageState?: State): Promise<APIRequestContext> {
    return request.newContext({
      baseURL: this.#address,
      extraHTTPHeaders: { Origin: this.#address },
      ...(storageState ? { storageState } : {}),
    });
  }

  /** Returns the cookies of a browser in which the account is signed in. */
  async cookies(account: Account): Promise<State["cookies"]> {
    return (await this.#state(account)).cookies;
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
    const caller = await this.#caller(await this.#state(account));
    try {
      const response = await caller.fetch(path, { method, ...(data === undefined ? {} : { data }) });
      if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
      return (response.status() === 204 ? undefined : await response.json()) as Answer;
    } finally {
      await caller.dispose();
    }
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
    const caller = await this.#caller();
    const response = await caller.post("/api/register", { data: account });
    await caller.dispose();
    if (!response.ok()) throw new Error(`${account.username} cannot register: ${await response.text()}`);
    return account;
  }

  async memberId(account: Account): Promise<number> {
    const user = await this.call<{ member: { id: number } | null }>(account, "GET", "/api/user");
    if (!user.member) throw new Error(`${account.username} is no member`);
    return user.member.id;
  }
}
