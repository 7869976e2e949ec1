import { and, eq, lt, sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import { fixedQuery } from "../../lib/db/fixed.ts";
import type { Tokens } from "../../lib/http/ways-in.ts";
import { type ActingRow, actingPeople, hashToken, toFound } from "../sessions/index.ts";
import { isToken } from "./token.ts";
import { tokens } from "./tokens.table.ts";

/** Minutes between two stored uses of a token: each is a written row. */
const USED_MINUTES = 60;

/** The instant since when a stored use is recent enough. */
const lastNoted = (now: Date) => hoursFrom(now, -USED_MINUTES / 60);

type TokenRow = { id: number; name: string; permissions: string[]; lastUsedAt: string | null };

const readToken = fixedQuery<ActingRow & { token: string }>(() => {
  const found = sql`from ${tokens} where token_hash = ${sql.placeholder("hash")} and expires_at > ${sql.placeholder("now")}`;
  return actingPeople(
    sql`u.id = (select user_id ${found})`,
    sql`, (select json_object('id', id, 'name', name, 'permissions', json(permissions), 'lastUsedAt', last_used_at)
      ${found}) as token`,
  );
});

/**
 * The owner of a token, with its permissions that the owner holds; one round trip, none for a wrong checksum.
 * @returns null for an unknown or ended token, and where its owner is no active member
 */
export const findToken: Tokens["find"] = async (db, token, now) => {
  if (!isToken(token)) return null;
  const [row] = await readToken(db, { hash: hashToken(token), now: now.toISOString() });
  if (!row || row.memberId === null) return null;
  const { id, name, permissions, lastUsedAt } = JSON.parse(row.token) as TokenRow;
  const { actor: owner, ...organization } = toFound(row);
  const granted = new Set(permissions.filter((each) => owner.permissions.has(each)));
  const isDue = (lastUsedAt ?? "") < lastNoted(now);
  return {
    actor: { ...owner, permissions: granted, kind: "token", tokenId: id, tokenName: name },
    ...organization,
    isDue,
  };
};

/** Stores that a token was used, at most once in USED_MINUTES. */
export const noteUse: Tokens["noteUse"] = async (db, id, now) => {
  await db
    .update(tokens)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(eq(tokens.id, id), lt(sql`coalesce(last_used_at, '')`, lastNoted(now))));
};
