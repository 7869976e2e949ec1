import type { Env } from "../../lib/env.ts";
import { badAnswer, type Guild, type GuildPerson, PAGE_SIZE, readMembers } from "./client.ts";
import type { KnownPerson } from "./discord.rows.ts";

/** People of the server in a range of ids, with the people known there; a known person who was not read has left. */
type GuildPage = { people: GuildPerson[]; known: KnownPerson[]; cursor: string };

/**
 * Reads the members of the server whose ids come after a cursor, in pages; a sync and its preview alike.
 * @param known the people whom the last sync saw, in the order of their ids
 * @param from where reading begins, and how many members come before that
 * @param onPage called after each page
 * @throws AppError sync_bad_answer for no members, or for fewer than half of those that the server counts
 */
export async function readPages(
  env: Env,
  token: string,
  guild: Guild,
  known: readonly KnownPerson[],
  from = { cursor: "0", processed: 0 },
  onPage: () => Promise<void> = async () => undefined,
): Promise<GuildPage[]> {
  const expected = guild.approximate_member_count ?? null;
  const rest = known.filter(({ discordId }) => BigInt(discordId) > BigInt(from.cursor));
  const pages: GuildPage[] = [];
  let { cursor, processed } = from;
  for (let isLast = false; !isLast; ) {
    const people = await readMembers(env, token, cursor);
    cursor = people.at(-1)?.discordId ?? cursor;
    processed += people.length;
    const last = BigInt(cursor);
    const next = rest.findIndex(({ discordId }) => BigInt(discordId) > last);
    // A full page may be the last: it is, when as many people as the server counts were read and no known member remains.
    // Otherwise one more page is requested.
    const isComplete = expected !== null && processed >= expected && next === -1;
    isLast = people.length < PAGE_SIZE || isComplete;
    const isTooFew = processed === 0 || (expected !== null && processed < expected / 2);
    if (isLast && isTooFew) throw badAnswer("approximate_member_count");
    pages.push({ people, known: rest.splice(0, isLast || next === -1 ? rest.length : next), cursor });
    if (!isLast) await onPage();
  }
  return pages;
}
