import { trigramsOf } from "../../worker/features/wishes/trigrams.ts";
import type { Wish } from "../../worker/features/wishes/wishes.schema.ts";
import type { Row } from "../lib/database.ts";
import { ANDERS, ASTRID, CHLOE, DANIEL, FREJA, IDA, JEPPE, JONAS, MIKKEL, OLIVER } from "./names.ts";

const DAY = 86_400_000;

type DemoWish = Pick<Wish, "title" | "description" | "priority" | "category" | "status"> & {
  by: string;
  daysAgo: number;
  /** The voters, evenly over the time since; the author is the first. */
  voters: readonly string[];
  /** The voters for whom an officer voted. */
  onBehalf?: Readonly<Record<string, string>>;
  works?: Readonly<Record<string, boolean>>;
  reply?: { by: string; daysAgo: number; text: string };
  comments?: readonly {
    by: string;
    daysAgo: number;
    text: string;
    removed?: { by: string; reason: string };
  }[];
  /** The title of the wish that it is merged into, of the event that it became. */
  mergedInto?: string;
  event?: string;
};

const MINING = "Mining timer: warn me before the laser overcharges";

const WISHES: readonly DemoWish[] = [
  {
    title: "One list of all our Discord emoji",
    description: "With the name to type and who drew it. New members ask every week.",
    ...{ priority: "low", category: "improvement", status: "completed", by: CHLOE, daysAgo: 52 },
    voters: [CHLOE, FREJA, JONAS, JEPPE, IDA, MIKKEL, ANDERS, DANIEL],
    reply: { by: FREJA, daysAgo: 6, text: "It is pinned in **#welcome**. Tell us which ones are missing." },
    works: { [CHLOE]: true, [JONAS]: true, [IDA]: false },
    comments: [{ by: IDA, daysAgo: 5, text: "The animated ones do not show on my phone." }],
  },
  {
    title: "Voice channel per ship, opened and closed by Event herald",
    description: "Each slot of an event gets a channel when it starts.",
    ...{ priority: "medium", category: "feature", status: "rejected", by: JONAS, daysAgo: 28 },
    voters: [JONAS, ANDERS, CHLOE, DANIEL],
    reply: {
      by: MIKKEL,
      daysAgo: 5,
      text: "Discord limits us to 50 new channels a day, and two events would use that up. *Bridge 1* to *Bridge 6* stay open instead.",
    },
    comments: [{ by: ANDERS, daysAgo: 20, text: "Would help the gunners a lot." }],
  },
  {
    title: "Show who in the fleet owns a refuelling boom",
    description: "For long convoys we always ask in chat first.",
    ...{ priority: "low", category: "improvement", status: "pending", by: DANIEL, daysAgo: 22 },
    voters: [DANIEL, OLIVER, JEPPE, IDA, FREJA],
    comments: [
      {
        by: OLIVER,
        daysAgo: 12,
        text: "The Starfarers are in the fleet list, but not which of them can *give* fuel.",
      },
    ],
  },
  {
    title: "More training evenings for new pilots",
    description: "Landing and the first quantum jump are covered. What about **docking** and **refuelling**?",
    ...{ priority: "high", category: "event", status: "completed", by: ANDERS, daysAgo: 41 },
    voters: [ANDERS, IDA, JONAS, CHLOE],
    works: { [ANDERS]: true },
    reply: { by: IDA, daysAgo: 9, text: "Every second week from now on, see the events." },
    event: "New pilots: landing, refuelling and your first quantum jump",
  },
  {
    title: "A shared stock of medical supplies on Port Tressler",
    description: "MedPens and a few spare undersuits in one locker, filled up by who flies there.",
    ...{ priority: "medium", category: "equipment", status: "approved", by: IDA, daysAgo: 33 },
    voters: [IDA, FREJA, MIKKEL, CHLOE, JEPPE, DANIEL],
    reply: { by: ASTRID, daysAgo: 11, text: "Approved: 200,000 aUEC a month from the common purse." },
  },
  {
    title: MINING,
    description:
      "A shared countdown for the whole crew, so the operator and the turret see the same green window. Today we count aloud on comms.",
    ...{ priority: "high", category: "feature", status: "in_progress", by: JEPPE, daysAgo: 14 },
    voters: [JEPPE, OLIVER, DANIEL, ANDERS, FREJA, CHLOE, IDA, JONAS],
    onBehalf: { [CHLOE]: "Freja Ravn" },
    reply: {
      by: FREJA,
      daysAgo: 2,
      text: "We are building it into the Tools page. First version for the MOLE on the **quantanium night**; tell us what the numbers should be.",
    },
    comments: [
      {
        by: OLIVER,
        daysAgo: 10,
        text: "For the MOLE:\n\n- green window 4 seconds\n- warning 1.5 seconds before",
      },
      {
        ...{ by: DANIEL, daysAgo: 9, text: "" },
        removed: { by: "Freja Ravn", reason: "Names a crew that did not ask for it." },
      },
      { by: JEPPE, daysAgo: 1, text: "Works on my second screen, thank you." },
    ],
    event: "Quantanium night in the Aaron Halo",
  },
  {
    title: "Shared stopwatch for salvage and mining crews",
    description: "One clock that everybody in the crew sees.",
    ...{ priority: "medium", category: "feature", status: "approved", by: DANIEL, daysAgo: 12 },
    voters: [DANIEL, OLIVER, ANDERS],
  },
  {
    title: "Countdown for the mining laser",
    description: "So that nobody has to count aloud.",
    ...{ priority: "medium", category: "feature", status: "pending", by: MIKKEL, daysAgo: 8 },
    voters: [MIKKEL, OLIVER],
    mergedInto: MINING,
  },
  {
    title: "Rent out the organization’s Carrack by the evening",
    description: "A small calendar with a deposit in aUEC and one officer who hands over the keys.",
    ...{ priority: "medium", category: "equipment", status: "approved", by: CHLOE, daysAgo: 17 },
    voters: [CHLOE, JEPPE, JONAS, MIKKEL, ASTRID, ANDERS, OLIVER],
    reply: {
      by: ASTRID,
      daysAgo: 3,
      text: "Yes. The deposit is 500,000 aUEC; we still need *one* more officer for the keys.",
    },
    comments: [{ by: JONAS, daysAgo: 2, text: "I would take it for the Pyro convoy." }],
  },
  {
    title: "Dansk begynderaften hver første søndag i måneden",
    description: "For dem, der hellere vil lære at lande på dansk. Jeg tager gerne den første selv.",
    ...{ priority: "medium", category: "event", status: "pending", by: ANDERS, daysAgo: 6 },
    voters: [ANDERS, FREJA, MIKKEL, JONAS, ASTRID, IDA],
  },
  {
    title: "A wiki page for each of our ships",
    description:
      "Loadout, crew and where it is parked. The [fleet](/organization?tab=fleet) says only who owns it.",
    ...{ priority: "low", category: "improvement", status: "pending", by: OLIVER, daysAgo: 4 },
    voters: [OLIVER, CHLOE, DANIEL],
  },
  {
    title: "Org paint for the Prospectors",
    description: "Same blue for all of us, bought together.",
    ...{ priority: "low", category: "equipment", status: "pending", by: JONAS, daysAgo: 1 },
    voters: [JONAS, JEPPE],
  },
];

/** The rows of the demo's wishes, with times that depend on the seeding; triggers count them. @param userIds, @param eventIds by name */
export function wishRows(
  organizationId: number,
  now: Date,
  userIds: ReadonlyMap<string, number>,
  eventIds: ReadonlyMap<string, number>,
): [table: string, rows: Row[]][] {
  const instant = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY).toISOString();
  const idOf = (title: string) => WISHES.findIndex((each) => each.title === title) + 1;
  const rows = (rowsOf: (demo: DemoWish, id: number) => Row[]) =>
    WISHES.flatMap((demo, at) => rowsOf(demo, at + 1));
  const known = (name: string) => userIds.get(name);
  const organization = { organization_id: organizationId };
  return [
    [
      "wishes",
      rows(({ title, description, priority, category, status, by, daysAgo, reply, mergedInto }, id) => [
        {
          ...{ id, ...organization, title, description, priority, category, status },
          submitted_by: known(by) ?? null,
          merged_into_id: mergedInto === undefined ? null : idOf(mergedInto),
          ...{ reply: reply?.text ?? null, reply_by: reply?.by ?? null },
          reply_at: reply ? instant(reply.daysAgo) : null,
          ...{ created_at: instant(daysAgo), updated_at: instant(reply?.daysAgo ?? daysAgo) },
        },
      ]),
    ],
    [
      "wish_votes",
      rows(({ voters, daysAgo, onBehalf, works }, id) =>
        voters.flatMap((name, at) => {
          const userId = known(name);
          if (userId === undefined) return [];
          const verdict = works?.[name];
          return {
            ...{ wish_id: id, user_id: userId, ...organization, given_by: onBehalf?.[name] ?? null },
            voted_at: instant(daysAgo * (1 - at / voters.length)),
            works: verdict === undefined ? null : Number(verdict),
          };
        }),
      ),
    ],
    [
      "wish_comments",
      rows(({ comments = [] }, id) =>
        comments.flatMap(({ by, daysAgo, text, removed }) => {
          const userId = known(by);
          if (userId === undefined) return [];
          return {
            ...{ ...organization, wish_id: id, user_id: userId, text },
            ...{ removed_by: removed?.by ?? null, removed_reason: removed?.reason ?? null },
            ...{ created_at: instant(daysAgo), updated_at: instant(daysAgo), version: removed ? 2 : 1 },
          };
        }),
      ),
    ],
    [
      "wish_links",
      rows(({ event = "" }, id) => {
        const target = eventIds.get(event);
        return target === undefined
          ? []
          : [{ wish_id: id, kind: "event", target_id: target, ...organization }];
      }),
    ],
    [
      "wish_trigrams",
      rows(({ title }, id) =>
        trigramsOf(title).map((trigram) => ({ ...organization, trigram, wish_id: id })),
      ),
    ],
  ];
}
