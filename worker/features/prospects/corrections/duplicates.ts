import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../lib/actor.ts";
import { avatarUrl } from "../../../lib/avatar.ts";
import type { MemberContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { newestMatches } from "../../../lib/db/search.ts";
import { members } from "../../members/index.ts";
import { users } from "../../users/index.ts";
import { visibleById } from "../prospects.policy.ts";
import type { ProspectStatus } from "../prospects.schema.ts";
import { prospects, REMOVED } from "../prospects.table.ts";
import { mayRemove } from "./corrections.policy.ts";
import type { Alike, Duplicate, DuplicatesQuery } from "./corrections.schema.ts";

/** Most duplicates in an answer, and the newest prospects in which a word of a name is searched. */
const MOST = 5;
const LOOKED_AT = 50;

/** Fewest characters of a name that count as similar to the beginning of another. */
const LIKE_LENGTH = 4;

/** A name without case, accents, spaces and signs, whose spellings differ between sites. */
const folded = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Whether two names may be one person's: the same, or one begins with the other. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  if (!a || !b) return false;
  if (a === b) return true;
  return Math.min(a.length, b.length) >= LIKE_LENGTH && (a.startsWith(b) || b.startsWith(a));
}

/** The longest word of a name, for the search; null for words of fewer than three characters. */
function searchedWord(name: string): string | null {
  const words = name.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => [...b].length - [...a].length);
  const [word = ""] = words;
  return [...word].length >= 3 ? word : null;
}

/**
 * The prospects that a user may see and that may be the person with the given facts, those with the most in common first.
 * Includes removed ones for users who can restore them.
 */
export async function findDuplicates(
  context: MemberContext,
  { except, ...typed }: DuplicatesQuery,
): Promise<Duplicate[]> {
  const { db, actor } = context;
  const words = [typed.displayName, typed.username].map((name) => name && searchedWord(name));
  const isOurs = eq(prospects.organizationId, actor.organizationId);
  const isRemoved = eq(prospects.status, sql`${REMOVED}`);
  const isShown = or(
    visibleById(actor),
    mayRemove(actor)
      ? and(sql`+${prospects.organizationId} = ${actor.organizationId}`, isRemoved)
      : undefined,
  );
  const select = (which: SQL | undefined) =>
    db
      .select()
      .from(prospects)
      .where(and(which, isShown, except === undefined ? undefined : sql`${prospects.id} <> ${except}`))
      .limit(LOOKED_AT);
  const statements = [...new Set(words.flatMap((word) => word || []))].map((word) => {
    const { rows, newestFirst } = newestMatches(prospects, "prospect", actor.organizationId, word, LOOKED_AT);
    return select(inArray(prospects.id, sql`(select prospects.id from ${rows} order by ${newestFirst})`));
  });
  if (typed.discordId) statements.push(select(and(isOurs, eq(prospects.discordId, typed.discordId))));
  if (typed.starCitizenId)
    statements.push(
      select(and(isOurs, sql`${prospects.starCitizenId} = ${typed.starCitizenId} collate nocase`)),
    );
  const own = except === undefined ? undefined : emailsOf(actor, except);
  if (own) statements.push(select(and(isOurs, sql`${prospects.email} collate nocase in (${own})`)));
  const [first, ...rest] = statements;
  if (!first) return [];
  const found = await readBatch(db, [first, ...rest]);
  const byEmail = new Set(own ? found.at(-1)?.map(({ id }) => id) : []);
  const people = new Map(
    found.flat().map((row) => {
      const alike = alikeIn(row, typed);
      return [row.id, { row, alike: byEmail.has(row.id) ? [...alike, "email" as const] : alike }];
    }),
  );
  return [...people.values()]
    .filter(({ alike }) => alike.length > 0)
    .sort((a, b) => b.alike.length - a.alike.length || b.row.id - a.row.id)
    .slice(0, MOST)
    .map(({ row, alike }) => ({
      ...row,
      status: (row.status as string) === REMOVED ? null : (row.status as ProspectStatus),
      avatarUrl: avatarUrl(row.discordId, row.avatar),
      alike,
    }));
}

/** SQL: the e-mails of a prospect that a user sees, and of its user, unless that is a member, whose own e-mail is theirs alone. */
const emailsOf = (actor: Actor, id: number): SQL => sql`select ${prospects.email} from ${prospects}
    where ${prospects.id} = ${id} and ${visibleById(actor)}
  union select ${users.email} from ${prospects} cross join ${users} on ${users.id} = ${prospects.userId}
    where ${prospects.id} = ${id} and ${visibleById(actor)}
      and not exists (select 1 from ${members} where ${members.userId} = ${users.id})`;

/** The facts of a prospect that are similar to the typed ones. A name is compared with both names: games and Discord differ. */
function alikeIn(
  row: Pick<Duplicate, Exclude<Alike, "email">>,
  typed: Omit<DuplicatesQuery, "except">,
): Alike[] {
  const names = [typed.displayName, typed.username].flatMap((name) => name || []);
  const isLikeAny = (name: string) => names.some((each) => areAlike(each, name));
  return [
    ...(isLikeAny(row.displayName) ? (["displayName"] as const) : []),
    ...(isLikeAny(row.username) ? (["username"] as const) : []),
    ...(typed.starCitizenId && typed.starCitizenId.toLowerCase() === row.starCitizenId?.toLowerCase()
      ? (["starCitizenId"] as const)
      : []),
    ...(typed.discordId && typed.discordId === row.discordId ? (["discordId"] as const) : []),
  ];
}
