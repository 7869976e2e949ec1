import {
  array,
  assert,
  boolean,
  constant,
  integer,
  oneof,
  property,
  record,
  subarray,
  uniqueArray,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { hoursFromNow } from "../../testing/database.ts";
import { FIRST_DAY, type Pledge, QUANTITY_MAX } from "../hangar/hangar.schema.ts";
import {
  type FoundShip,
  type ImportReview,
  importInput,
  type Listed,
  type OpenName,
} from "./imports.schema.ts";
import { NO_CHOICES, planImport } from "./plan.schema.ts";

const IDS = [1, 2, 3, 4, 5, 6];
const listed = (count: number, isWanted = false): Listed => {
  return { name: "Ship", count, rowCount: count, rows: [1], isWanted, nickname: null, pledges: [] };
};
const found = (shipId: number, count = 1, isWanted = false): FoundShip => {
  return { ...listed(count, isWanted), shipId, way: "exact" };
};
const open = (key: string, count = 1, more: Partial<OpenName> = {}): OpenName => {
  return {
    ...listed(count),
    key,
    name: key,
    slug: null,
    shipId: null,
    way: "words",
    candidates: [],
    remembered: null,
    ...more,
  };
};
const owned = (shipId: number, quantity = 1): ImportReview["hangar"][number] => {
  return { shipId, quantity, nickname: null, acquiredDate: null, pledges: null, version: 1 };
};
const review = (more: Partial<ImportReview>): ImportReview => {
  return {
    format: "fleetyards",
    rows: 1,
    skipped: 0,
    unread: [],
    unreadCount: 0,
    columns: [],
    found: [],
    open: [],
    openBeyond: 0,
    nicknames: 0,
    hasPledges: false,
    pledgesBeyond: 0,
    hangar: [],
    ...more,
  };
};

describe("an import", () => {
  it("adds max(0, file − hangar) of each ship, with rows matched by name and by an answer summed", () => {
    const file = review({
      found: [found(1, 3), found(2), found(3, 2)],
      open: [open("cutlass", 2), open("other")],
      hangar: [owned(1), owned(2), owned(3, 5), owned(6)],
    });
    const plan = planImport(file, { ...NO_CHOICES, answers: { cutlass: 1 } });
    expect(plan.waiting.map(({ key }) => key)).toEqual(["other"]);
    expect(plan.fresh.map(({ shipId, adds }) => [shipId, adds])).toEqual([[1, 4]]);
    expect(plan.same.map(({ shipId }) => shipId)).toEqual([2, 3]);
    expect(plan.missing.map(({ shipId }) => shipId)).toEqual([6]);
    expect(plan.input.ships).toEqual([{ shipId: 1, quantity: 5 }]);
    expect(plan.input.answers).toEqual([{ name: "cutlass", shipId: 1 }]);
  });

  it("adds ships of a wish list only if they are chosen, in addition to owned ones", () => {
    const file = review({ found: [found(1), found(1, 1, true), found(2, 1, true)], hangar: [owned(1)] });
    expect(planImport(file, NO_CHOICES)).toMatchObject({ added: 0, input: { ships: [] } });
    const plan = planImport(file, { ...NO_CHOICES, wanted: [1, 2] });
    expect(plan.input.ships).toEqual([
      { shipId: 1, quantity: 2 },
      { shipId: 2, quantity: 1 },
    ]);
  });

  it("counts the taken ships above the limit of a type", () => {
    const most = QUANTITY_MAX;
    const file = review({
      found: [found(1, most + 3), found(2, most - 1), found(2, 3, true), found(3, most)],
    });
    expect(planImport(file, NO_CHOICES)).toMatchObject({ shipsBeyond: 3, added: 3 * most - 1 });
    expect(planImport(file, { ...NO_CHOICES, wanted: [2] }).shipsBeyond).toBe(5);
    expect(planImport(file, { ...NO_CHOICES, left: [1] }).shipsBeyond).toBe(0);
  });

  it("offers no ship of a wish list for which the hangar has no room", () => {
    const file = review({ found: [found(1, 1, true), found(2, 1, true)], hangar: [owned(1, QUANTITY_MAX)] });
    const plan = planImport(file, { ...NO_CHOICES, wanted: [1, 2] });
    expect(plan.fresh.map(({ shipId }) => shipId)).toEqual([2]);
    expect(plan.input.ships).toEqual([{ shipId: 2, quantity: 1 }]);
  });

  it("uses the organization's stored answers, and sends only changed ones", () => {
    const file = review({ open: [open("a", 1, { remembered: 1 }), open("b", 1, { remembered: 2 })] });
    const plan = planImport(file, { ...NO_CHOICES, answers: { b: 3 } });
    expect(plan.fresh.map(({ shipId }) => shipId)).toEqual([1, 3]);
    expect(plan.input.answers).toEqual([{ name: "b", shipId: 3 }]);
    expect(planImport(review({ open: [open("w", 1, { isWanted: true })] }), NO_CHOICES).waiting).toEqual([]);
  });

  it("sends no answer that equals the stored one", () => {
    const file = review({ open: [open("a", 1, { remembered: 1 })] });
    expect(planImport(file, { ...NO_CHOICES, answers: { a: 1 } }).input.answers).toEqual([]);
  });

  it("offers to remove ships that are not in the file, except one whose wish is taken", () => {
    const file = review({ found: [found(1, 2, true)], hangar: [owned(1), owned(2)] });
    const missing = (wanted: number[]) =>
      planImport(file, { ...NO_CHOICES, wanted }).missing.map(({ shipId }) => shipId);
    expect([missing([]), missing([1])]).toEqual([[1, 2], [2]]);
  });

  it("keeps numbers of pledges only if that is chosen, and counts pledges above the limit of a ship", () => {
    const withPledges = (shipId: number, pledges: Listed["pledges"]) => ({ ...found(shipId), pledges });
    const file = review({ found: [withPledges(1, [{ id: "7", warbond: true }])] });
    const kept = (pledges: boolean) =>
      planImport(file, { ...NO_CHOICES, pledges }).input.ships.map((ship) => ship.pledges);
    expect([kept(false), kept(true)]).toEqual([[[{ warbond: true }]], [[{ id: "7", warbond: true }]]]);
    const many: Listed["pledges"] = Array.from({ length: QUANTITY_MAX + 2 }, () => ({
      warbond: true as const,
    }));
    const full = review({ found: [withPledges(1, many), found(2)], pledgesBeyond: 3 });
    expect(planImport(full, NO_CHOICES).pledgesBeyond).toBe(5);
  });

  it("completes the stored pledge with its number, or the first where either has none, and keeps all others", () => {
    const merged = (stored: Pledge[], imported: Pledge[]) => {
      const file = review({
        found: [{ ...found(1), pledges: imported }],
        hangar: [{ ...owned(1), pledges: stored }],
      });
      return planImport(file, { ...NO_CHOICES, pledges: true }).input.ships[0]?.pledges;
    };
    const [lti, warbond] = [{ insurance: "LTI" }, { warbond: true as const }];
    expect(merged([{ id: "1" }, { id: "2" }], [{ id: "2", ...lti }])).toEqual([
      { id: "2", ...lti },
      { id: "1" },
    ]);
    expect(merged([{ id: "1" }], [lti])).toEqual([{ id: "1", ...lti }]);
    expect(merged([warbond], [{ id: "1" }])).toEqual([{ id: "1", ...warbond }]);
    expect(merged([warbond], [lti])).toEqual([{ ...lti, ...warbond }]);
    expect(merged([{ id: "1" }], [{ id: "2" }])).toEqual([{ id: "2" }, { id: "1" }]);
    expect(merged([{ id: "1" }], [{ id: "1" }, {}])).toBeUndefined();
  });

  it("sets a nickname where that is chosen and the hangar has none", () => {
    const taken = (nicknames: boolean, before: string | null, nickname: string | null = "Rocinante") => {
      const hangar = [{ ...owned(1), nickname: before }];
      const file = review({ found: [{ ...found(1), nickname }], hangar });
      return planImport(file, { ...NO_CHOICES, nicknames }).input.ships.map((ship) => ship.nickname);
    };
    expect([taken(true, null), taken(false, null), taken(true, "Tachi"), taken(true, null, null)]).toEqual([
      ["Rocinante"],
      [],
      [],
      [],
    ]);
  });

  describe("sets the day of a ship", () => {
    stopClock();

    it("from its first pledge with a valid day, unless the hangar has another", () => {
      const dayOf = (days: (string | undefined)[], entry: Partial<ReturnType<typeof owned>> = {}) => {
        const pledges = days.map((date) => (date === undefined ? {} : { date }));
        const file = review({ found: [{ ...found(1), pledges }], hangar: [{ ...owned(1), ...entry }] });
        return planImport(file, NO_CHOICES).input.ships[0]?.acquiredDate;
      };
      const [today = "", tomorrow = ""] = [0, 24].map((hours) => hoursFromNow(hours).slice(0, 10));
      expect(dayOf(["2019-05-02", undefined, "2016-05-02"])).toBe("2016-05-02");
      expect(dayOf(["2019-05-02"], { acquiredDate: "2020-01-01" })).toBeUndefined();
      expect([dayOf([FIRST_DAY]), dayOf([today])]).toEqual([FIRST_DAY, today]);
      expect([dayOf(["0001-01-01"]), dayOf([tomorrow])]).toEqual([undefined, undefined]);
    });
  });
});

it("for any choices: only chosen ships are removed, the counts are right, and a second import changes nothing", () => {
  const some = array(record({ id: integer({ min: 1, max: 6 }), count: integer({ min: 1, max: 150 }) }), {
    maxLength: 5,
  });
  const entries = uniqueArray(
    record({ id: integer({ min: 1, max: 6 }), count: integer({ min: 1, max: 99 }) }),
    {
      selector: ({ id }) => id,
    },
  );
  const files = record({
    some,
    wishes: some,
    names: array(integer({ min: 1, max: 9 }), { maxLength: 4 }),
    entries,
  });
  const choices = record({
    answers: array(oneof(integer({ min: 1, max: 6 }), constant(null)), { maxLength: 4 }),
    left: subarray(IDS),
    wanted: subarray(IDS),
    removed: subarray(IDS),
    nicknames: boolean(),
    pledges: boolean(),
  });
  assert(
    property(files, choices, ({ some, wishes, names, entries }, { answers, ...chosen }) => {
      const unique = (all: { id: number; count: number }[], isWanted: boolean) =>
        [...new Map(all.map((each) => [each.id, each])).values()].map(({ id, count }) =>
          found(id, count, isWanted),
        );
      const file = review({
        found: [...unique(some, false), ...unique(wishes, true)],
        open: names.map((count, at) => open(`name${at}`, count)),
        hangar: entries.map(({ id, count }) => owned(id, count)),
      });
      const all = { ...chosen, answers: Object.fromEntries(answers.map((id, at) => [`name${at}`, id])) };
      const plan = planImport(file, all);
      expect(importInput.safeParse(plan.input).success).toBe(true);
      const before = new Map(file.hangar.map(({ shipId, quantity }) => [shipId, quantity]));
      const after = new Map(before);
      for (const { shipId, quantity } of plan.input.ships)
        after.set(shipId, Math.max(quantity, after.get(shipId) ?? 0));
      for (const { shipId } of plan.input.removals) after.delete(shipId);
      for (const [shipId, quantity] of before) {
        if (chosen.removed.includes(shipId) && !after.has(shipId)) continue;
        expect(after.get(shipId)).toBeGreaterThanOrEqual(quantity);
        expect(after.get(shipId)).toBeLessThanOrEqual(QUANTITY_MAX);
      }
      const sum = (hangar: Map<number, number>) =>
        [...hangar.values()].reduce((total, each) => total + each, 0);
      const gone = plan.input.removals.reduce((total, { shipId }) => total + (before.get(shipId) ?? 0), 0);
      expect(sum(after)).toBe(sum(before) + plan.added - gone);
      expect(plan.removed).toBe(plan.input.removals.length);
      const again = review({ ...file, hangar: [...after].map(([shipId, count]) => owned(shipId, count)) });
      expect(planImport(again, { ...all, removed: [], wanted: [] }).added).toBe(0);
    }),
  );
});
