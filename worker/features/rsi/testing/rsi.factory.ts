import { hoursFromNow, nextNumber, raw, value } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";

const rsi = () => String(raw["RSI_URL"]);

/** A control call to the emulated RSI: changes citizens, or makes their profiles fail. */
export async function control<Answer = unknown>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${rsi()}/__control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-control-secret": String(raw["TEST_EMULATOR_SECRET"]) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** A handle without an account. */
export const newHandle = () => `Citizen_${nextNumber()}`;

/** Makes a citizen of the emulated RSI, or changes one. */
export const citizen = (handle: string, change: Record<string, unknown> = {}) =>
  control<{ handle: string; record: number }>("citizen", { handle, ...change });

const organizationOf = (userId: number) =>
  value<number>("select organization_id from users where id = ?", userId);

/** Inserts a user's request to verify a handle. */
export async function pending(user: Caller, handle = newHandle()) {
  const code = `CC-TEST${1000 + nextNumber()}`;
  await raw.DB.prepare(
    `insert or replace into rsi_requests (user_id, organization_id, handle, code, expires_at) values (?, ?, ?, ?, ?)`,
  )
    .bind(user.userId, await organizationOf(user.userId), handle, code, hoursFromNow(24))
    .run();
  const id = await value<number>("select id from rsi_requests where user_id = ?", user.userId);
  return { id, handle, code };
}

/** Inserts a verified account of a user. */
export async function account(user: Caller, handle = newHandle(), record: number | null = null) {
  await raw.DB.prepare(
    `insert or replace into rsi_accounts (user_id, organization_id, handle, handle_key, record_number, verified_at)
     values (?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      user.userId,
      await organizationOf(user.userId),
      handle,
      handle.toLowerCase(),
      record,
      new Date().toISOString(),
    )
    .run();
  return handle;
}
