import { applyD1Migrations, type D1Migration, reset, env as testEnv } from "cloudflare:test";
import { app } from "../app.ts";
import type { ProspectStatus } from "../features/prospects/prospects.schema.ts";
import { hashToken, newToken } from "../features/sessions/sessions.ts";
import { type Bindings, type Env, readEnv } from "../lib/env.ts";
import type { Problem } from "../lib/errors.schema.ts";
import type { SystemRole } from "../lib/permissions.schema.ts";
import { type Meter, metered } from "./meter.ts";

type TestEnv = Bindings & Record<string, unknown> & { TEST_MIGRATIONS: D1Migration[] };

/** The bindings of the test run: a real D1 and the settings, with Discord's address on this machine. */
export const raw = testEnv as unknown as TestEnv;
export const settings = (): Env => readEnv(raw);

/** What requests left to be done after their answers. */
const background: Promise<unknown>[] = [];

/** Takes what a request leaves to be done after its answer. */
export const execution = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException() {},
} as ExecutionContext;

/** Resolves when nothing is left to be done of the requests so far. */
export async function backgroundDone(): Promise<void> {
  while (background.length > 0) await Promise.allSettled(background.splice(0));
}

/** Whether nothing has been migrated into the database. */
const isEmpty = async () =>
  (await raw.DB.prepare("select 1 from sqlite_master where name = 'd1_migrations'").first()) === null;

/** Begins anew with an empty migrated database, when nothing is left of what went before. */
export async function freshDatabase(): Promise<void> {
  await backgroundDone();
  await reset();
  // Now and then, on a busy machine, a database that was just worked with outlives it.
  for (let tries = 1; !(await isEmpty()); tries += 1) {
    if (tries === 10) throw new Error("The database of the test before cannot be emptied.");
    await reset();
  }
  await applyD1Migrations(raw.DB, raw.TEST_MIGRATIONS);
}

/** Rows of a query, for looking at what was really stored. */
export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await raw.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

/** One value of a query. */
export async function value<T>(sql: string, ...values: unknown[]): Promise<T> {
  const [row] = await rows(sql, ...values);
  return Object.values(row ?? {})[0] as T;
}

export type Answer = { status: number; headers: Headers; text: string; meter: Meter };

type CallOptions = {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | null;
  settings?: Partial<Record<string, string>>;
  /** A database other than the plain one, for one that fails. */
  database?: D1Database;
};

/** Sends a request through the whole app, as a page of ours would, and meters its database. */
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
  const response = await app.request(
    String(raw["APP_URL"]) + path,
    { method, headers, ...(body === undefined ? {} : { body }) },
    { ...raw, ...options.settings, DB: database },
    execution,
  );
  return { status: response.status, headers: response.headers, text: await response.text(), meter };
}

/** Somebody who calls: with a session, or nobody. */
export class Caller {
  readonly token: string | null;
  readonly userId: number;
  readonly memberId: number;

  constructor(token: string | null, userId = 0, memberId = 0) {
    this.token = token;
    this.userId = userId;
    this.memberId = memberId;
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(method, path, { ...options, token: this.token });
  }

  /** A request that must succeed; answers its body. */
  async ok<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.call(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.text ? JSON.parse(answer.text) : undefined) as Body;
  }

  /** A request that must fail; answers its problem document. */
  async fails(method: string, path: string, body?: unknown): Promise<Problem> {
    const answer = await this.call(method, path, { body });
    if (answer.status < 400) throw new Error(`${method} ${path} succeeded: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as Problem;
  }
}

export const nobody = new Caller(null);

let serial = 0;
const at = () => new Date().toISOString();

async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const result = await raw.DB.prepare(
    `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")}) returning id`,
  )
    .bind(...Object.values(values))
    .first<{ id: number }>();
  return result?.id ?? 0;
}

/** Another organization with the same system roles as the first. */
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

/** A signed-in person with a system role, or without membership (`null`). */
export async function person(role: SystemRole | null, organizationId = 1, name?: string): Promise<Caller> {
  const username = `${role ?? "visitor"}${++serial}`;
  const userId = await insert("users", {
    organization_id: organizationId,
    username,
    display_name: name ?? `The ${username}`,
    created_at: at(),
    updated_at: at(),
  });
  let memberId = 0;
  if (role) {
    const roleId = await value<number>(
      "select id from roles where organization_id = ? and key = ?",
      organizationId,
      role,
    );
    memberId = await insert("members", {
      organization_id: organizationId,
      user_id: userId,
      role_id: roleId,
      role_source: "person",
      status: "active",
      joined_at: at(),
      updated_at: at(),
    });
  }
  const token = newToken();
  await insert("sessions", {
    user_id: userId,
    token_hash: await hashToken(token),
    method: "password",
    created_at: at(),
    last_seen_at: at(),
    expires_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  });
  return new Caller(token, userId, memberId);
}

export type ProspectValues = {
  status: ProspectStatus;
  assigned_to: number | null;
  deadline: string | null;
  display_name: string;
  username: string;
  discord_id: string | null;
  discord_status: string | null;
  user_id: number | null;
  organization_id: number;
  notes: string | null;
};

/** A prospect; answers its id. */
export function prospect(values: Partial<ProspectValues> = {}): Promise<number> {
  const number = ++serial;
  return insert("prospects", {
    organization_id: 1,
    display_name: `Prospect ${number}`,
    username: `prospect${number}`,
    status: "intro",
    stage_changed_at: at(),
    created_at: at(),
    updated_at: at(),
    ...values,
  });
}

/** Many prospects at once, spread over statuses, assignees and deadlines. */
export async function manyProspects(count: number, assignees: number[]): Promise<void> {
  const now = Date.now();
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, assigned_to, deadline, discord_id,
       discord_status, stage_changed_at, created_at, updated_at)
     select 1, 'Person ' || value, 'person' || value,
       json_extract('["intro","intro_completed","assigned_onboarding","onboarding","active","inactive"]', '$[' || (value % 6) || ']'),
       case when value % 5 = 0 then null else json_extract(?1, '$[' || (value % json_array_length(?1)) || ']') end,
       case when value % 6 = 5 or value % 4 = 0 then null
         else strftime('%Y-%m-%dT%H:%M:%fZ', ?2 + (value % 480 - 24) * 3600, 'unixepoch') end,
       cast(200000000000000000 + value as text), 'active', ?3, ?3, ?3
     from (with recursive n(value) as (select 1 union all select value + 1 from n where value < ?4) select value from n)`,
  )
    .bind(JSON.stringify(assignees), Math.floor(now / 1000), at(), count)
    .run();
}

/** Hours from now, as the API wants instants. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
