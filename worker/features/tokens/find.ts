import { and, eq, lt, sql } from "drizzle-orm";
import { hoursFrom } from "../../lib/db/columns.ts";
import { fixedQuery } from "../../lib/db/fixed.ts";
import type { Tokens } from "../../lib/http/ways-in.ts";
import { type ActingRow, actingPeople, hashToken, toFound } from "../sessions/index.ts";
import { isToken } from "./token.ts";
import type { ApiToken } from "./tokens.schema.ts";
import { tokens } from "./tokens.table.ts";

/** Minutes between two stored uses of a token: each is a written row. */
const USED_MINUTES = 60;

/** The instant since when a stored use is recent enough. */
const lastNoted = (now: Date) => hoursFrom(now, -USED_MINUTES / 60);

type TokenRow = ActingRow & { token: string; lastUsedAt: string | null };

const tokenQuery = fixedQuery<TokenRow>(() => {
  const found = sql`from ${tokens} where token_hash = ${sql.placeholder("hash")} and expires_at > ${sql.placeholder("now")}`;
  return actingPeople(
    sql`u.id = (select user_id ${found})`,
    sql`, (select json_object('id', id, 'name', name, 'permissions', json(permissions)) ${found}) as token,
      (select last_used_at ${found}) as lastUsedAt`,
  );
});

/** The query for the owner of a token, with its permissions that the owner holds: nobody where the owner is no active member. */
export const queryToken: Tokens<TokenRow>["query"] = (token, now) => {
  if (!isToken(token)) return null;
  const hash = hashToken(token);
  return {
    key: `token ${hash}`,
    ignored: ["lastUsedAt"],
    statement: tokenQuery({ hash, now: now.toISOString() }),
    toFound(row) {
      if (row.memberId === null) return null;
      const { id, name, permissions } = JSON.parse(row.token) as Pick<ApiToken, "id" | "name"> & {
        permissions: string[];
      };
      const { actor: owner, ...organization } = toFound(row);
      const granted = new Set(permissions.filter((each) => owner.permissions.has(each)));
      return {
        actor: { ...owner, permissions: granted, kind: "token", tokenId: id, tokenName: name },
        ...organization,
      };
    },
    isDue: ({ lastUsedAt }) => (lastUsedAt ?? "") < lastNoted(now),
  };
};

/** Stores that a token was used, at most once in USED_MINUTES. */
export const noteUse: Tokens<TokenRow>["noteUse"] = async (db, id, now) => {
  await db
    .update(tokens)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(eq(tokens.id, id), lt(sql`coalesce(last_used_at, '')`, lastNoted(now))));
};
