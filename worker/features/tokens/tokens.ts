import { and, desc, eq, getTableColumns, gt, lte, type SQL, sql } from "drizzle-orm";
import type { ById, SessionContext, SystemContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard, newest, write, writeIf } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { type PermissionTexts, selectCustomPermissions, toPermissions } from "../roles/index.ts";
import { guardProven, hashToken } from "../sessions/index.ts";
import { makeToken as makeSecret } from "./token.ts";
import {
  type ApiToken,
  KEPT_DAYS,
  type MakeTokenInput,
  MOST_TOKENS,
  type NewToken,
  type OwnTokens,
  TOLD_DAYS,
} from "./tokens.schema.ts";
import { tokens } from "./tokens.table.ts";
import { tokenAudit, tokenErrors, tokenNotices, tokenSentences } from "./tokens.texts.ts";

const { tokenHash: _, userId: __, isTold: ___, ...shown } = getTableColumns(tokens);

type Row = Omit<ApiToken, "permissions"> & { permissions: string[] };

/** @param known ids of all existing permissions */
const present =
  ({ actor }: SessionContext, known: ReadonlySet<string>) =>
  (row: Row): ApiToken => {
    const whyLost = (id: string) => {
      if (actor.permissions.has(id)) return null;
      if (!known.has(id)) return "deleted";
      return actor.isHeldBack ? "held_back" : "role";
    };
    return { ...row, permissions: row.permissions.map((id) => ({ id, lost: whyLost(id) })) };
  };

/** The caller's tokens, and the permissions available for a new one. @param texts of the product's permissions */
export async function listTokens(context: SessionContext, texts: PermissionTexts): Promise<OwnTokens> {
  const { db, actor } = context;
  const [own, custom] = await readBatch(db, [
    db.select(shown).from(tokens).where(eq(tokens.userId, actor.userId)).orderBy(desc(tokens.id)),
    selectCustomPermissions(context),
  ]);
  const all = toPermissions(context, texts, custom);
  const known = new Set(all.map(({ id }) => id));
  return {
    tokens: own.map(present(context, known)),
    permissions: all.filter(({ id }) => actor.permissions.has(id)),
  };
}

/**
 * Makes a token of the caller, who is notified, and returns it once.
 * @throws AppError invalid_input for a permission that the caller does not have, tokens_most, reauthentication_required
 */
export async function makeToken(
  context: SessionContext,
  { name, expiresInDays, ...input }: MakeTokenInput,
): Promise<NewToken> {
  const { db, actor, now, language } = context;
  const permissions = [...new Set(input.permissions)];
  if (!permissions.every((each) => actor.permissions.has(each)))
    throw invalidField("permissions", language, tokenSentences.token_permission);
  const token = makeSecret();
  const expiresAt = hoursFrom(now, expiresInDays * 24);
  const values = { name, ending: token.slice(-4), permissions, createdAt: now.toISOString(), expiresAt };
  const isRoom = sql`(select count(*) from ${tokens} where user_id = ${actor.userId}) < ${MOST_TOKENS}`;
  const insert = db
    .insert(tokens)
    .values({
      ...{ ...values, userId: actor.userId, tokenHash: hashToken(token) },
      isTold: expiresInDays <= TOLD_DAYS,
    })
    .returning({ id: tokens.id });
  const [added] = await write(db, [
    guardProven(context),
    guard(isRoom, tokenErrors.tokens_most()),
    insert,
    tokenAudit.write(context, {
      action: "token.made",
      entity: { id: newest(tokens), name },
      details: { permissions: permissions.join(", ") || null },
    }),
    ...tokenNotices.write(context, actor.userId, "token.made", {
      token: name,
      day: dayOf(new Date(expiresAt)),
    }),
  ]);
  const { id } = (added as [{ id: number }])[0];
  const row = { id, ...values, lastUsedAt: null };
  return { ...present(context, new Set(permissions))(row), token };
}

/** Revokes a token of the caller, or removes one that has ended. @throws AppError not_found */
export async function revokeToken(context: SessionContext, { id }: ById): Promise<void> {
  const { db, actor, now } = context;
  const own = and(eq(tokens.id, id), eq(tokens.userId, actor.userId)) as SQL;
  const isFound = await writeIf(db, sql`exists (select 1 from ${tokens} where ${own})`, [
    tokenAudit.writeMany(context, "token.revoked", {
      ...{ id: sql`id`, name: sql`name`, details: sql`null` },
      from: sql`from ${tokens} where ${own} and ${gt(tokens.expiresAt, now.toISOString())}`,
    }),
    db.delete(tokens).where(own),
  ]);
  if (!isFound) throw errors.not_found();
}

/** The statement that revokes the tokens of users who are no longer active members. */
export const endTokensOf = ({ db }: SystemContext, userIds: SQL | number): Statement =>
  db.run(sql`delete from ${tokens} where user_id in (${userIds})`);

/** The statements that notify owners of tokens that end soon, once, and delete those that ended long ago. */
export function lookAfterTokens(context: SystemContext): Statement[] {
  const { db, now } = context;
  const isEnding = and(
    eq(tokens.isTold, false),
    lte(tokens.expiresAt, hoursFrom(now, TOLD_DAYS * 24)),
    gt(tokens.expiresAt, now.toISOString()),
  ) as SQL;
  const each = sql`select user_id as id, json_object('token', name, 'day', substr(expires_at, 1, 10)) as details
    from ${tokens} where ${isEnding}`;
  return [
    ...tokenNotices.writeEach(context, each, "token.ends"),
    db.update(tokens).set({ isTold: true }).where(isEnding),
    db.delete(tokens).where(lte(tokens.expiresAt, hoursFrom(now, -KEPT_DAYS * 24))),
  ];
}
