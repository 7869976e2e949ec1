import { Caller, hoursFromNow, raw, rows } from "../../../testing/world.ts";
import { hashToken, newToken, sessionIdOf } from "../token.ts";

/** Adds a session of a user, last used some hours ago. */
export async function session(caller: Caller, hoursAgo = 0, hoursLeft = 30 * 24): Promise<Caller> {
  const token = newToken();
  await raw.DB.prepare(
    `insert into sessions (id, user_id, token_hash, method, user_agent, created_at, last_seen_at, expires_at)
     values (?5, ?1, ?2, 'password', 'Firefox on a freighter', ?3, ?3, ?4)`,
  )
    .bind(
      caller.userId,
      hashToken(token),
      hoursFromNow(-hoursAgo),
      hoursFromNow(hoursLeft),
      sessionIdOf(token),
    )
    .run();
  return new Caller(token, caller.userId, caller.memberId);
}

/** The ids of a user's sessions, the oldest first. */
export const sessionIds = async (caller: Caller) =>
  (await rows<{ id: number }>("select id from sessions where user_id = ? order by id", caller.userId)).map(
    ({ id }) => id,
  );
