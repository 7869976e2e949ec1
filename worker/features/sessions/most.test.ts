import { expect, it } from "vitest";
import { call, hoursFromNow, raw, rows, value } from "../../testing/world.ts";
import { PASSWORD } from "../auth/testing/auth.cases.ts";
import { memberWithPassword } from "../second-factor/testing/second-factor.factory.ts";
import { SESSIONS_MOST } from "./sessions.ts";

it("a user has at most 50 sessions: another sign-in ends the one that was used longest ago, and no other user's", async () => {
  const { mona, username } = await memberWithPassword();
  const { mona: other } = await memberWithPassword();
  const add = (userId: number, count: number) =>
    raw.DB.prepare(
      `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
       select ?1, 'hash', 'password', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:' || printf('%02d', value), ?2
       from json_each(?3)`,
    )
      .bind(userId, hoursFromNow(24), JSON.stringify(Array.from({ length: count }, (_, at) => at)))
      .run();
  await add(mona.userId, SESSIONS_MOST - 1);
  await add(other.userId, SESSIONS_MOST + 5);
  const oldest = await value<number>(
    "select id from sessions where user_id = ? order by last_seen_at limit 1",
    mona.userId,
  );
  const { status } = await call("POST", "/api/login", { body: { username, password: PASSWORD } });
  expect(status).toBe(200);
  const sessionsOf = (userId: number) =>
    rows<{ id: number }>("select id from sessions where user_id = ?", userId);
  const left = await sessionsOf(mona.userId);
  expect(left).toHaveLength(SESSIONS_MOST);
  expect(left.map(({ id }) => id)).not.toContain(oldest);
  expect(await sessionsOf(other.userId)).toHaveLength(SESSIONS_MOST + 6);
});
