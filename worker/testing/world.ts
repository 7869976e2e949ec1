import { app } from "../app.ts";
import { hashToken, newToken } from "../features/sessions/index.ts";
import type { Problem } from "../lib/errors.ts";
import type { SystemRole } from "../lib/permissions.schema.ts";
import { at, execution, insert, nextNumber, raw, value } from "./database.ts";
import { type Meter, metered } from "./meter.ts";

export { manyProspects, prospect } from "../features/prospects/testing/prospects.factory.ts";
export {
  backgroundDone,
  execution,
  freshDatabase,
  hoursFromNow,
  raw,
  rows,
  settings,
  value,
} from "./database.ts";

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
  // Pictures are read as text, too.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text, meter };
}

/** A caller: a user with a session, or a visitor. */
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
  const username = `${role ?? "visitor"}${nextNumber()}`;
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
    token_hash: hashToken(token),
    method: "password",
    created_at: at(),
    last_seen_at: at(),
    expires_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  });
  return new Caller(token, userId, memberId);
}
