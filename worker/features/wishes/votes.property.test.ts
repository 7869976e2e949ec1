import fc from "fast-check";
import { expect, it } from "vitest";
import { freshDatabase } from "../../testing/database.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, rows } from "../../testing/world.ts";
import { miscounted, vote, wish } from "./testing/wishes.factory.ts";
import type { Wish, WishDetails } from "./wishes.schema.ts";

const WISHES = 3;
const USERS = 3;
const [which, who] = [fc.nat(WISHES - 1), fc.nat(USERS - 1)];
/** Votes before any merge, for most wishes by most users. */
const given = fc.uniqueArray(fc.tuple(which, who), { minLength: 6, selector: String });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("vote", "vote_for"), at: which, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("withdraw", "withdraw_for"), at: which, who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge"), at: which, into: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo"), at: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget"), who }) },
);
/** Includes the deletion of a wish, after which those merged into it are separate. */
const anyStep = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove"), at: which }) },
);
type Step = { kind: string; at?: number; who?: number; into?: number };

async function scene(votes: readonly [at: number, who: number][] = []) {
  await freshDatabase();
  const administrator = await person("administrator");
  const people: Caller[] = [];
  for (let at = 0; at < USERS; at++) people.push(await person("member"));
  const ids: number[] = [];
  for (let at = 0; at < WISHES; at++) ids.push(await wish());
  for (const [at, who] of votes) await vote(ids[at] ?? 0, people[who] as Caller);
  const call = async ({ kind, at = 0, who = 0, into = 0 }: Step): Promise<number> => {
    const [path, caller] = [`/api/wishes/${ids[at]}`, people[who] as Caller];
    const body = { userId: caller.userId };
    const calls: Record<string, () => ReturnType<Caller["call"]>> = {
      vote: () => caller.call("POST", `${path}/vote`),
      vote_for: () => administrator.call("POST", `${path}/vote`, { body }),
      withdraw: () => caller.call("DELETE", `${path}/vote`),
      withdraw_for: () => administrator.call("DELETE", `${path}/vote?userId=${caller.userId}`),
      merge: () => administrator.call("POST", `${path}/merge`, { body: { into: ids[into] } }),
      undo: () => administrator.call("DELETE", `${path}/merge`),
      remove: () => administrator.call("DELETE", path),
      forget: () => administrator.call("DELETE", `/api/users/${caller.userId}`),
    };
    const answer = await calls[kind]?.();
    expect([kind, answer?.text, (answer?.status ?? 500) < 500]).toEqual([kind, answer?.text, true]);
    return answer?.status ?? 0;
  };
  return { administrator, people, ids, call };
}

/** Wishes as sets of voters, with the wish that each is merged into. */
class Model {
  readonly voters = Array.from({ length: WISHES }, () => new Set<number>());
  readonly into: (number | null)[] = Array(WISHES).fill(null);
  readonly gone = new Set<number>();

  constructor(votes: readonly [at: number, who: number][]) {
    for (const [at, who] of votes) this.voters[at]?.add(who);
  }

  rootOf = (at: number) => this.into[at] ?? at;
  groupOf = (at: number) => this.into.flatMap((into, each) => (each === at || into === at ? [each] : []));
  votersOf = (at: number) => new Set(this.groupOf(at).flatMap((each) => [...(this.voters[each] ?? [])]));

  /** Applies a step; returns the statuses that its call may have. */
  apply({ kind, at = 0, who = 0, into = 0 }: Step): number[] {
    const root = this.rootOf(at);
    if (kind === "merge") {
      if (at === into) return [404];
      if (this.into[at] !== null || this.into[into] !== null || this.into.includes(at)) return [409];
      this.into[at] = into;
    } else if (kind === "undo") this.into[at] = null;
    else if (this.gone.has(who)) return [401, 404];
    else if (kind === "forget") {
      this.gone.add(who);
      for (const each of this.voters) each.delete(who);
    } else if (kind.startsWith("vote")) {
      if (!this.votersOf(root).has(who)) this.voters[root]?.add(who);
    } else for (const each of this.groupOf(root)) this.voters[each]?.delete(who);
    return [200, 204];
  }
}

it("counts the distinct voters of a wish and of those merged into it after random votes, withdrawals, merges, undone merges and deletions", async () => {
  await fc.assert(
    fc.asyncProperty(given, fc.array(step, { minLength: 12, maxLength: 20 }), async (votes, steps) => {
      const { administrator, people, ids, call } = await scene(votes);
      const model = new Model(votes);
      for (const each of steps) {
        const stored = () => rows("select wish_id, user_id, voted_at from wish_votes order by 1, 2");
        const before = await stored();
        expect([each, model.apply(each)]).toEqual([each, expect.arrayContaining([await call(each)])]);
        if (each.kind === "merge" || each.kind === "undo") expect(await stored()).toEqual(before);
      }
      const listed = await administrator.ok<Wish[]>("GET", "/api/wishes/1");
      expect(listed.map(({ id, votes }) => [id, votes]).sort()).toEqual(
        ids.flatMap((id, at) => (model.into[at] === null ? [[id, model.votersOf(at).size]] : [])).sort(),
      );
      for (const [at, id] of ids.entries()) {
        const { votes, merged } = await administrator.ok<WishDetails>("GET", `/api/wishes/${id}/details`);
        expect([id, votes, merged.length]).toEqual([
          id,
          model.votersOf(at).size,
          model.groupOf(at).length - 1,
        ]);
        for (const [who, caller] of people.entries()) {
          if (model.gone.has(who)) continue;
          const { own } = await caller.ok<Wish>("GET", `/api/wishes/${id}/details`);
          expect([who, own !== null]).toEqual([who, model.votersOf(at).has(who)]);
        }
      }
      expect(await miscounted()).toEqual([]);
    }),
    runs(3, 8),
  );
});

it("counts every voter once after random changes at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      given,
      fc.array(fc.array(anyStep, { minLength: 2, maxLength: 5 }), { minLength: 3, maxLength: 5 }),
      async (votes, groups) => {
        const { ids, call } = await scene(votes);
        for (const group of groups) {
          await Promise.all(group.map(call));
          expect(await miscounted()).toEqual([]);
        }
        // A merged wish is never the target of a merge.
        const chains = `select id from wishes where merged_into_id in (select id from wishes where merged_into_id is not null)`;
        expect(await rows(chains)).toEqual([]);
        const before = await rows("select wish_id, user_id, voted_at from wish_votes order by 1, 2");
        for (const at of ids.keys()) await call({ kind: "undo", at });
        expect(await rows("select wish_id, user_id, voted_at from wish_votes order by 1, 2")).toEqual(before);
        expect(await miscounted()).toEqual([]);
      },
    ),
    runs(3, 8),
  );
});

it("takes two votes of one user at once as one, and of fifty users as fifty", async () => {
  const { administrator, people, ids } = await scene();
  const [id] = ids;
  const path = `/api/wishes/${id}/vote`;
  const [first] = people as [Caller];
  const twice = await Promise.all([first, first].map((each) => each.call("POST", path)));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rows("select user_id from wish_votes")).toEqual([{ user_id: first.userId }]);
  const many: Caller[] = [];
  for (let at = 0; at < 49; at++) many.push(await person("member"));
  await Promise.all(many.map((each) => each.ok("POST", path)));
  const { votes, votesThisWeek } = await administrator.ok<Wish>("GET", `/api/wishes/${id}/details`);
  expect([votes, votesThisWeek]).toEqual([50, 50]);
});
