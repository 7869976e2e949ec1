import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actorWithoutSession } from "../../lib/actor.ts";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { organization, raw, rows, settings } from "../../testing/world.ts";
import type { GuildPerson } from "./client.ts";
import type { KnownPerson, RoleMapping } from "./discord.rows.ts";
import { pageStatements, planPage } from "./plan.ts";

const ADMINISTRATOR = 1;
const MEMBER = 6;
const mapping: RoleMapping = {
  mapped: [
    { discordRoleId: "400", roleId: ADMINISTRATOR, name: "Command" },
    { discordRoleId: "100", roleId: 2, name: "Officer" },
    { discordRoleId: "200", roleId: 4, name: "Recruiter" },
    { discordRoleId: "300", roleId: MEMBER, name: "Crew" },
  ],
  ranks: new Map([
    [ADMINISTRATOR, 100],
    [2, 80],
    [4, 40],
    [MEMBER, 10],
  ]),
  leftBehind: [],
  giving: new Set(),
  memberRoleId: MEMBER,
  administratorRoleId: ADMINISTRATOR,
};

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 });
const roleIds = fc.uniqueArray(fc.constantFrom("100", "200", "300", "400", "500"), { maxLength: 4 });
const idOf = (n: number) => String(100_000_000_000_000_000n + BigInt(n));

const guild: fc.Arbitrary<GuildPerson[]> = ids.chain((numbers) =>
  fc.tuple(
    ...numbers
      .toSorted((a, b) => a - b)
      .map((n) =>
        fc.record({
          discordId: fc.constant(idOf(n)),
          username: fc.constant(`name${n}`),
          displayName: fc.constantFrom(`Name ${n}`, `Nick ${n}`),
          avatar: fc.constantFrom(null, "abc"),
          roles: roleIds.map((roles) => roles.toSorted()),
          joinedAt: fc.constant(null),
          isBot: fc.boolean().map((bot) => bot && n % 7 === 0),
          hold: fc.constant(null),
        }),
      ),
  ),
);

/** The state after a plan, as the next sync would read it. */
function apply(
  known: Map<string, KnownPerson>,
  page: GuildPerson[],
  inRange: KnownPerson[],
  takes = true,
): void {
  const plan = planPage(page, inRange, mapping, takes);
  for (const change of plan.changes) {
    const before = known.get(change.discordId);
    const roleId = change.memberRoleId ?? change.roleId ?? before?.roleId ?? null;
    known.set(change.discordId, {
      ...change,
      requestedAt: before?.requestedAt ?? null,
      problem: null,
      present: true,
      memberStatus: before?.memberStatus ?? (change.memberRoleId === null ? null : "active"),
      roleId,
      roleSource:
        change.memberRoleId !== null || change.roleId !== null ? "discord" : (before?.roleSource ?? null),
      prospectStatus: change.isNew
        ? change.firstStatus
        : change.promotedFrom !== null
          ? "active"
          : (before?.prospectStatus ?? null),
    });
  }
  for (const id of plan.leaves) known.set(id, { ...(known.get(id) as KnownPerson), present: false });
}

/** Syncs a whole guild in pages, beginning after a cursor. */
function syncInPages(
  known: Map<string, KnownPerson>,
  people: GuildPerson[],
  size: number,
  pages = Infinity,
): number {
  for (let at = 0, page = 0; page < pages; page++, at += size) {
    const slice = people.slice(at, at + size);
    const isLast = at + size >= people.length;
    const from = at === 0 ? 0n : BigInt(people[at - 1]?.discordId ?? 0);
    const to = isLast ? null : BigInt(slice.at(-1)?.discordId ?? 0);
    const inRange = [...known.values()].filter(
      ({ discordId }) => BigInt(discordId) > from && (to === null || BigInt(discordId) <= to),
    );
    apply(known, slice, inRange);
    if (isLast) return page + 1;
  }
  return pages;
}

const world = (known: Map<string, KnownPerson>) =>
  [...known.values()]
    .map(({ discordId, displayName, present, roleId, memberStatus, prospectStatus, roles }) => ({
      discordId,
      displayName,
      present,
      roleId,
      memberStatus,
      prospectStatus,
      roles,
    }))
    .sort((a, b) => (BigInt(a.discordId) < BigInt(b.discordId) ? -1 : 1));

describe("planning a sync", () => {
  it("has the same result for pages of any size, and changes nothing the second time", () => {
    fc.assert(
      fc.property(guild, guild, fc.integer({ min: 1, max: 25 }), (before, after, size) => {
        const whole = new Map<string, KnownPerson>();
        const cut = new Map<string, KnownPerson>();
        for (const people of [before, after]) {
          syncInPages(whole, people, 1000);
          syncInPages(cut, people, size);
        }
        expect(world(cut)).toEqual(world(whole));
        const again = planPage(after, whole.values(), mapping);
        expect(again.changes).toEqual([]);
        expect(again.leaves).toEqual([]);
      }),
    );
  });

  it("has the same result when it stops after any page and starts over", () => {
    fc.assert(
      fc.property(guild, guild, fc.integer({ min: 1, max: 5 }), fc.nat(8), (before, after, size, stop) => {
        const whole = new Map<string, KnownPerson>();
        syncInPages(whole, before, 1000);
        const broken = new Map(whole);
        syncInPages(whole, after, 1000);
        syncInPages(broken, after, size, stop);
        syncInPages(broken, after, size);
        expect(world(broken)).toEqual(world(whole));
      }),
    );
  });

  it("never changes an Administrator's role and never makes an Administrator", () => {
    fc.assert(
      fc.property(guild, guild, (before, after) => {
        const known = new Map<string, KnownPerson>();
        syncInPages(known, before, 1000);
        const administrators = [...known.values()].slice(0, 2).map((each) => each.discordId);
        for (const id of administrators) {
          known.set(id, { ...(known.get(id) as KnownPerson), memberStatus: "active", roleId: ADMINISTRATOR });
        }
        syncInPages(known, after, 1000);
        const now = [...known.values()].filter((each) => each.roleId === ADMINISTRATOR);
        expect(now.map((each) => each.discordId).sort()).toEqual(administrators.sort());
      }),
    );
  });

  it("in giving mode lowers no role and ends no membership; the next full sync applies the losses", () => {
    fc.assert(
      fc.property(guild, guild, (before, after) => {
        const once = new Map<string, KnownPerson>();
        syncInPages(once, before, 1000);
        const twice = new Map(once);
        syncInPages(once, after, 1000);
        const known = new Map(twice);
        apply(twice, after, [...twice.values()], false);
        for (const [id, { roleId, present }] of known) {
          const next = twice.get(id);
          const rankOf = (role: number | null | undefined) => mapping.ranks.get(role ?? 0) ?? 0;
          expect(rankOf(next?.roleId)).toBeGreaterThanOrEqual(rankOf(roleId));
          expect(next?.present).toBe(present || after.some((each) => each.discordId === id && !each.isBot));
        }
        const again = planPage(after, twice.values(), mapping, false);
        expect([again.changes, again.leaves]).toEqual([[], []]);
        syncInPages(twice, after, 1000);
        expect(world(twice)).toEqual(world(once));
      }),
    );
  });

  const vega: GuildPerson = {
    ...{ discordId: idOf(1), username: "vega", displayName: "Vega", avatar: null },
    ...{ roles: ["200"], joinedAt: null, isBot: false, hold: null },
  };
  const known: KnownPerson = {
    ...{ ...vega, present: true, requestedAt: null, problem: null, memberStatus: null },
    ...{ roleId: null, roleSource: null, prospectStatus: "intro" },
  };

  it("makes a prospect with a mapped role active, except a finished prospect and an inactive member", () => {
    const promoted = (before: Partial<KnownPerson>) =>
      planPage([vega], [{ ...known, ...before }], mapping).changes.map(({ promotedFrom }) => promotedFrom);
    const others = [{ prospectStatus: "active" }, { prospectStatus: "inactive" }] as const;
    const all = [{}, ...others, { memberStatus: "inactive", roleId: 4 } as const];
    expect(all.map(promoted)).toEqual([["intro"], [null], [], []]);
  });

  it("unblocks role updates of people whose problem in Discord is solved or who left, and of nobody else", () => {
    const freed = (problem: KnownPerson["problem"], ...holds: GuildPerson["hold"][]) => {
      const page = holds.map((hold) => ({ ...vega, hold }));
      return planPage(page, [{ ...known, problem }], mapping).freed.length;
    };
    for (const hold of [[null], ["quarantine"], []] as const) expect(freed("screening", ...hold)).toBe(1);
    expect([freed("screening", "screening"), freed("position", null), freed(null, null)]).toEqual([0, 0, 0]);
  });

  it("reports new people, returned people and changed names, and no change for the others", () => {
    const seen = (before: Partial<KnownPerson> | null, found: Partial<GuildPerson> = {}) =>
      planPage(
        [{ ...vega, roles: [], ...found }],
        before ? [{ ...known, roles: [], ...before }] : [],
        mapping,
      ).changes.map(({ isNew, isBack, before }) => [isNew, isBack, before?.displayName ?? null]);
    expect(seen(null)).toEqual([[true, false, null]]);
    expect(seen({})).toEqual([]);
    expect(seen({ present: false })).toEqual([[false, true, "Vega"]]);
    for (const changed of [{ displayName: "Vegå" }, { username: "v" }, { avatar: "a" }, { roles: ["1"] }])
      expect([changed, seen({}, changed)]).toEqual([changed, [[false, false, "Vega"]]]);
  });

  it("withholds a lower role when it may take nothing, and lists holders of Discord roles without a mapping", () => {
    const member = {
      ...known,
      ...{ prospectStatus: null, memberStatus: "active", roleId: 2, roleSource: "discord" },
    } as KnownPerson;
    const leftBehind = [{ discordRoleId: "600", roleId: 2 }];
    const planned = (
      roles: string[],
      takes: boolean,
      before: Partial<KnownPerson> = {},
      hold = vega.hold,
    ) => {
      const ranks = new Map([...mapping.ranks, [5, 40]]);
      const has = { ...mapping, leftBehind, ranks } as RoleMapping;
      const plan = planPage(
        [{ ...vega, roles, hold }],
        [{ ...member, roles: ["500"], ...before }],
        has,
        takes,
      );
      return [plan.changes.map((each) => [each.roleId, each.loses, each.roles]), plan.holders];
    };
    const id = vega.discordId;
    expect(planned(["200"], true)).toEqual([[[4, true, ["200"]]], []]);
    // Another role of the same rank is not higher.
    expect(planned(["200"], true, { roleId: 5 })).toEqual([[[4, true, ["200"]]], []]);
    expect(planned(["200"], false)).toEqual([[], []]);
    expect(planned(["100"], false, { roleId: 4 })).toEqual([[[2, false, ["100"]]], []]);
    expect(planned(["200"], true, { roleId: null })).toEqual([[[4, false, ["200"]]], []]);
    expect(planned(["200", "600"], true)).toEqual([[[4, true, ["200", "600"]]], [id]]);
    expect(planned(["200", "600"], false)).toEqual([[], []]);
    // A member who has not accepted the rules yet loses a role, but is not promoted.
    expect(planned(["200"], true, {}, "screening")).toEqual([[[4, true, ["200"]]], []]);
    expect(planned(["100"], true, { roleId: 4 }, "screening")).toEqual([[[null, false, ["100"]]], []]);
    // A role given by a user stays while nothing is mapped; one from Discord is removed with its Discord role.
    expect(planned([], true, { roleSource: "person" })).toEqual([[[null, false, []]], []]);
    expect(planned([], true)).toEqual([[[MEMBER, true, []]], []]);
    // A member's role stays while their roles in Discord wait for an update.
    expect(planned(["200"], true, { requestedAt: "2026-11-22" })).toEqual([[[null, false, ["200"]]], []]);
    const other = { ...vega, discordId: idOf(2) };
    const two = [vega, { ...other, displayName: "Other" }, { ...vega, discordId: idOf(3) }];
    const bot = { ...vega, discordId: idOf(4), isBot: true };
    const before = [vega, other, { ...vega, discordId: idOf(9) }];
    const all = before.map((person) => ({ ...member, roleId: 4, ...person }));
    const { counts } = planPage([...two, bot], all, mapping);
    expect(counts).toEqual({ added: 1, updated: 1, left: 1, unchanged: 1 });
  });

  it("marks people who are not on the page as gone, only in its own organization", async () => {
    const organizations = [1, await organization()];
    for (const organization_id of organizations)
      for (const id of [1, 2])
        await raw.DB.prepare(
          `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
           values (?, ?, 'vega', 'Vega', '[]', 1, '')`,
        )
          .bind(organization_id, idOf(id))
          .run();
    const { db } = openDb(raw.DB, undefined);
    const actor = actorWithoutSession("job", 1, "Sync");
    const context = { db, env: settings(), now: new Date(), language: "en" as const, actor };
    await write(db, pageStatements(context, { changes: [], leaves: [idOf(1)], holders: [], freed: [] }));
    expect(await rows("select organization_id, discord_id from guild_members where present = 0")).toEqual([
      { organization_id: 1, discord_id: idOf(1) },
    ]);
  });

  it("keeps a member's role as waiting for each Discord role that must still be taken, and no other member's", () => {
    const given = {
      ...mapping,
      giving: new Set([4]),
      leftBehind: [
        { discordRoleId: "600", roleId: 2 },
        { discordRoleId: "700", roleId: 4 },
        { discordRoleId: "800", roleId: 4 },
      ],
    } as RoleMapping;
    const member = {
      ...known,
      ...{ prospectStatus: null, memberStatus: "active", roleId: 4, roleSource: "discord" },
    } as KnownPerson;
    const rolesAfter = (...roles: string[]) =>
      planPage([{ ...vega, roles }], [{ ...member, roles }], given).changes.map(({ roleId }) => roleId);
    expect(["", "700", "800", "600"].map((other) => [other, rolesAfter("100", other)])).toEqual([
      ["", [2]],
      ["700", []],
      ["800", []],
      ["600", [2]],
    ]);
  });
});
