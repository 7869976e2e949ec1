import type { MemberContext } from "../context.ts";
import { readBatch, type Statement } from "../db/client.ts";
import type { Permission } from "../permissions.schema.ts";
import { likeness } from "./likeness.schema.ts";
import {
  GROUP_HITS,
  SEARCH_GROUPS,
  type SearchAnswer,
  type SearchGroup,
  type SearchHit,
  type SearchQuery,
} from "./search.schema.ts";
import { type Wanted, wantedOf } from "./wanted.ts";

/** A record that may be what is looked for. */
type Candidate = Pick<SearchHit, "kind" | "id" | "title" | "path"> &
  Partial<Pick<SearchHit, "name" | "line" | "at" | "avatarUrl" | "canTake">> & {
    /** Orders candidates of equal likeness: the larger weight comes first. */
    weight: number;
    /** The user of a candidate of people, who is found once. */
    userId?: number | null;
    /** Further names by which it is found. */
    alias?: string | null;
  };

/** How a feature finds its records. */
export type Source = {
  group: SearchGroup;
  /** The permissions of which one is enough; left out where every user may. */
  needs?: readonly Permission[];
  /** The statement that reads a bounded number of rows that the actor may see and that may be like the text. */
  select: (context: MemberContext, wanted: Wanted) => Statement;
  present: (row: never, context: MemberContext) => Candidate;
};

type Found = { candidate: Candidate; like: number };

/** Finds what the actor may see in the features' sources, with one round trip, forgiving typos and accents. */
export async function search(
  context: MemberContext,
  sources: readonly Source[],
  { q, in: groups = [...SEARCH_GROUPS] }: SearchQuery,
): Promise<SearchAnswer> {
  const { permissions } = context.actor;
  const wanted = wantedOf(q);
  const asked = sources.filter(
    ({ group, needs }) => groups.includes(group) && (needs?.some((each) => permissions.has(each)) ?? true),
  );
  const [first, ...rest] = asked.map(({ select }) => select(context, wanted));
  if (!first || wanted.words.length === 0) return [];
  const results: unknown[] = await readBatch(context.db, [first, ...rest]);
  const found = asked.flatMap(({ group, present }, at) =>
    (results[at] as never[]).flatMap((row) => {
      const candidate = present(row, context);
      const { title, name, alias } = candidate;
      const likes = [title, name, alias].flatMap((each) =>
        each ? (likeness(wanted.words, each) ?? []) : [],
      );
      return likes.length > 0 ? [{ group, candidate, like: Math.max(...likes) }] : [];
    }),
  );
  return SEARCH_GROUPS.flatMap((group) => {
    const hits = found.filter((each) => each.group === group).sort(byLikeness);
    const shown = once(hits)
      .slice(0, GROUP_HITS)
      .map(({ candidate }) => toHit(candidate));
    return shown.length > 0 ? [{ group, hits: shown }] : [];
  });
}

const byLikeness = (a: Found, b: Found) => b.like - a.like || b.candidate.weight - a.candidate.weight;

/** The first of the candidates that are one user. */
function once(found: readonly Found[]): Found[] {
  const seen = new Set<number>();
  return found.filter(({ candidate: { userId } }) => {
    if (typeof userId !== "number") return true;
    const isNew = !seen.has(userId);
    seen.add(userId);
    return isNew;
  });
}

const toHit = (candidate: Candidate): SearchHit => ({
  ...{ name: null, line: "", at: null, avatarUrl: null, canTake: false },
  ...candidate,
});
