import { app } from "../app.ts";
import { hashToken, newToken, sessionIdOf } from "../features/sessions/index.ts";
import type { Problem } from "../lib/errors.ts";
import type { SystemRole } from "../lib/permissions.schema.ts";
import {
  at,
  bindings,
  execution,
  hoursFromNow,
  insert,
  nextNumber,
  noteConnection,
  raw,
} from "./database.ts";
import { assertDocumented } from "./documented.ts";
import { type Meter, metered } from "./meter.ts";

export { manyProspects, prospect } from "../features/prospects/testing/prospects.factory.ts";
export {
  backgroundDone,
  execution,
  freshDatabase,
  hoursFromNow,
  interrupted,
  raw,
  rows,
  settings,
  shared,
  value,
} from "./database.ts";

export type Answer = { status: number; headers: Headers; text: string; meter: Meter };

type CallOptions = {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
  settings?: Partial<Record<string, string>>;
  /** Replaces the plain database, for one that fails. */
  database?: D1Database;
  api?: typeof app;
};

/** Sends a request through the whole app exactly as given, and compares the answer with the documentation of the API. */
export async function send(
  path: string,
  init: RequestInit = {},
  settings: Record<string, unknown> = {},
  api = app,
): Promise<Response> {
  const answer = await api.request(
    String(raw["APP_URL"]) + path,
    init,
    { ...bindings(), ...settings },
    execution,
  );
  const isInContainers = settings["BOT_GATEWAY_URL"] === "" && !("BOT_CONTAINER" in settings);
  if (answer.webSocket || isInContainers) noteConnection();
  await assertDocumented(init.method ?? "GET", path, answer);
  return answer;
}

/** Sends a request through the whole app, like one of our pages, and meters its database. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { database, meter } = metered(options.database ?? raw.DB);
  const headers: Record<string, string> = { Origin: String(raw["APP_URL"]), ...options.headers };
  if (options.token)
    headers["Cookie"] = [headers["Cookie"], `session=${options.token}`].filter(Boolean).join("; ");
  let body: string | undefined;
  if (options.body !== undefined) {
    body = typeof options.body === "string" ? options.body : JSON.stringify(options.body);
    headers["Content-Type"] ??= "application/json";
  }
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await send(path, init, { ...options.settings, DB: database }, options.api);
  // Pictures are read as text, too.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text, meter };
}

/** A caller: a user with a session, or a visitor. */
export class Caller {
  token: string | null;
  readonly userId: number;
  readonly memberId: number;

  constructor(token: string | null, userId = 0, memberId = 0) {
    this.token = token;
    this.userId = userId;
    this.memberId = memberId;
  }

  /** Makes a request; another token of the same session that is answered is kept, as a browser does. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await call(method, path, { ...options, token: this.token });
    const renewed = /\bsession=(\d+\.[\w-]{43});/.exec(answer.headers.getSetCookie().join("\n"))?.[1];
    if (renewed && this.token && sessionIdOf(renewed) === sessionIdOf(this.token)) this.token = renewed;
    return answer;
  }

  /** Makes a request after which the isolate has cached the caller; returns the caller. */
  async cached(): Promise<this> {
    await this.ok("GET", "/api/user");
    return this;
  }

  /** Makes a request that must succeed; returns its body. */
  async ok<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.call(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.text ? JSON.parse(answer.text) : undefined) as Body;
  }

  /** Makes a request that must fail; returns its problem document. */
  async fails(method: string, path: string, body?: unknown): Promise<Problem> {
    const answer = await this.call(method, path, { body });
    if (answer.status < 400) throw new Error(`${method} ${path} succeeded: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as Problem;
  }
}

export const nobody = new Caller(null);

/** Creates another organization with the same system roles as the first. */
export async function organization(): Promise<number> {
  const id = await insert("organizations", { name: "Elsewhere", created_at: at() });
  await raw.DB.prepare(
    `insert into roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
     select ?, key, name, description, permissions, priority, is_system, created_at, updated_at
     from roles where organization_id = 1`,
  )
    .bind(id)
    .run();
  return id;
}

/** Creates a signed-in user with a system role, or without membership (`null`). */
export async function person(role: SystemRole | null, organizationId = 1, name?: string): Promise<Caller> {
  const username = `${role ?? "visitor"}${nextNumber()}`;
  const token = newToken();
  const now = at();
  const run = (sql: string, ...values: unknown[]) => raw.DB.prepare(sql).bind(...values);
  const [users, , members] = await raw.DB.batch<{ id: number }>([
    run(
      "insert into users (organization_id, username, display_name, created_at, updated_at) values (?, ?, ?, ?, ?) returning id",
      ...[organizationId, username, name ?? `The ${username}`, now, now],
    ),
    run(
      `insert into sessions (id, user_id, token_hash, method, created_at, last_seen_at, expires_at)
       select ?, max(id), ?, 'password', ?, ?, ? from users`,
      ...[sessionIdOf(token), hashToken(token), now, now, hoursFromNow(24)],
    ),
    ...(role
      ? [
          run(
            `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
             select organization_id, (select max(id) from users), id, 'person', 'active', ?, ? from roles
             where organization_id = ? and key = ? returning id`,
            ...[now, now, organizationId, role],
          ),
        ]
      : []),
  ]);
  const userId = users?.results[0]?.id ?? 0;
  const memberId = members?.results[0]?.id ?? 0;
  return new Caller(token, userId, memberId);
}

/** Creates users without a session or membership in organization 1 at once; returns their ids. */
export async function manyUsers(count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, nextNumber);
  const { results } = await raw.DB.prepare(
    `insert into users (organization_id, username, display_name, created_at, updated_at)
     select 1, 'pilot' || value, 'Pilot ' || value, ?1, ?1 from json_each(?2) returning id`,
  )
    .bind(at(), JSON.stringify(numbers))
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}
