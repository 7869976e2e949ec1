import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LENGTH } from "../events/events.schema.ts";
import { AROUND_MINUTES, proposalOf, STAY_HOURS } from "./attendance.schema.ts";
import { type Interval, intervalsOf, minutesIn, type Sign, seenIn } from "./stays.ts";

const MINUTE = 60_000;
type Short = readonly [minutes: number, type: "join" | "move" | "leave"];

const signsOf = (signs: readonly Short[]): Sign[] =>
  signs.map(([minutes, type]) => ({ type: `voice_${type}`, at: minutes * MINUTE }));
const stays = (signs: readonly Short[], length = 120) =>
  intervalsOf(signsOf(signs), 0, length * MINUTE).map(({ from, to }) => [from / MINUTE, to / MINUTE]);

describe("the time in voice at an event of two hours", () => {
  const TABLE: [what: string, signs: Short[], stays: number[][]][] = [
    ["is none without a sign", [], []],
    [
      "is one stay from joining to leaving",
      [
        [10, "join"],
        [50, "leave"],
      ],
      [[10, 50]],
    ],
    [
      "is one stay across channels",
      [
        [10, "join"],
        [20, "move"],
        [30, "move"],
        [50, "leave"],
      ],
      [[10, 50]],
    ],
    [
      "begins with a move whose joining was not seen",
      [
        [20, "move"],
        [50, "leave"],
      ],
      [[20, 50]],
    ],
    [
      "is one stay where joining was seen twice",
      [
        [10, "join"],
        [40, "join"],
        [50, "leave"],
      ],
      [[10, 50]],
    ],
    [
      "is several stays in between",
      [
        [0, "join"],
        [20, "leave"],
        [60, "join"],
        [90, "leave"],
      ],
      [
        [0, 20],
        [60, 90],
      ],
    ],
    ["lasts to the end without a leave", [[100, "join"]], [[100, 120]]],
    [
      "counts from before the start",
      [
        [-200, "join"],
        [30, "leave"],
      ],
      [[-30, 30]],
    ],
    ["lasts all of it where the sign was hours ago", [[-600, "join"]], [[-30, 120]]],
    ["is none where the last sign was more than twelve hours ago", [[-60 * STAY_HOURS - 1, "join"]], []],
    [
      "ignores a leave without a stay",
      [
        [30, "leave"],
        [60, "join"],
        [70, "leave"],
      ],
      [[60, 70]],
    ],
    [
      "shows half an hour after the end",
      [
        [110, "join"],
        [400, "leave"],
      ],
      [[110, 150]],
    ],
    ["is five minutes for one who joined after the end without a leave", [[130, "join"]], [[130, 135]]],
    [
      "is not what was before",
      [
        [-100, "join"],
        [-40, "leave"],
      ],
      [],
    ],
    [
      "is in order of time, however it was reported",
      [
        [50, "leave"],
        [10, "join"],
      ],
      [[10, 50]],
    ],
  ];
  it.each(TABLE)("%s", (_, signs, expected) => expect(stays(signs)).toEqual(expected));

  it("starts a new stay after more than twelve hours, and ends the first five minutes after its last sign", () => {
    const far = 60 * (STAY_HOURS + 1);
    expect(
      stays(
        [
          [0, "join"],
          [far, "join"],
          [far + 10, "leave"],
        ],
        60 * 24,
      ),
    ).toEqual([
      [0, 5],
      [far, far + 10],
    ]);
  });
});

const sign = fc.record({
  type: fc.constantFrom("voice_join", "voice_move", "voice_leave") satisfies fc.Arbitrary<Sign["type"]>,
  at: fc.integer({ min: -LENGTH.most * MINUTE, max: 2 * LENGTH.most * MINUTE }),
});
const spans = fc.tuple(fc.array(sign, { maxLength: 40 }), fc.integer({ min: 15, max: LENGTH.most }));

describe("for any signs of a bot", () => {
  it("stays are in order, never overlap, and lie within half an hour around the event", () => {
    fc.assert(
      fc.property(spans, ([signs, length]) => {
        const found = intervalsOf(signs, 0, length * MINUTE);
        let before = -AROUND_MINUTES * MINUTE;
        for (const { from, to } of found) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          before = to;
        }
        expect(before).toBeLessThanOrEqual((length + AROUND_MINUTES) * MINUTE);
      }),
    );
  });

  it("minutes are at most those of the event", () => {
    fc.assert(
      fc.property(spans, ([signs, length]) => {
        const minutes = minutesIn(intervalsOf(signs, 0, length * MINUTE), 0, length * MINUTE);
        expect(minutes).toBeGreaterThanOrEqual(0);
        expect(minutes).toBeLessThanOrEqual(length);
      }),
    );
  });

  it("the order of reports does not matter unless two have the same time", () => {
    const distinct = fc.uniqueArray(sign, { selector: ({ at }) => at, maxLength: 20 });
    fc.assert(
      fc.property(distinct, fc.integer({ min: 15, max: LENGTH.most }), (signs, length) => {
        expect(intervalsOf(signs.toReversed(), 0, length * MINUTE)).toEqual(
          intervalsOf(signs, 0, length * MINUTE),
        );
      }),
    );
  });

  it("seen and unseen time together are the stays, and only watched time is seen", () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 20 });
    const intervals = times.map((all): Interval[] => {
      const [...sorted] = all.sort((a, b) => a - b);
      return Array.from({ length: Math.floor(sorted.length / 2) }, (_, nth) => ({
        from: (sorted[2 * nth] ?? 0) * MINUTE,
        to: (sorted[2 * nth + 1] ?? 0) * MINUTE,
      }));
    });
    const isIn = (all: readonly Interval[], minute: number) =>
      all.some(({ from, to }) => from <= minute * MINUTE && (minute + 1) * MINUTE <= to);
    fc.assert(
      fc.property(intervals, intervals, (found, watches) => {
        const { seen, unseen } = seenIn(found, watches);
        for (let minute = 0; minute < 300; minute++) {
          expect(isIn(seen, minute)).toBe(isIn(found, minute) && isIn(watches, minute));
          expect(isIn(unseen, minute)).toBe(isIn(found, minute) && !isIn(watches, minute));
        }
      }),
    );
  });

  it("a further move within a stay changes nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 10];
        const moved = Math.floor((from + to) / 2);
        expect(
          stays([
            [from, "join"],
            [moved, "move"],
            [to, "leave"],
          ]),
        ).toEqual(
          stays([
            [from, "join"],
            [to, "leave"],
          ]),
        );
      }),
    );
  });
});

it("nine tenths propose yes, a quarter or half an hour partly, and less no", () => {
  const proposals = [180, 162, 161, 30, 29, 0].map((minutes) => proposalOf(minutes, 180));
  expect(proposals).toEqual(["yes", "yes", "partly", "partly", "no", "no"]);
  expect([proposalOf(5, 20), proposalOf(4, 20)]).toEqual(["partly", "no"]);
});
