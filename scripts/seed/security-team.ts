import { addDays, dayOf } from "../../worker/lib/days.ts";
import type { Row } from "../lib/database.ts";
import { ANDERS, ASTRID, CHLOE, DANIEL, FREJA, IDA, JEPPE, JONAS, MIKKEL, OLIVER } from "./names.ts";

/** The role of the team: its id is beyond those of the roles that every organization has. */
export const SECURITY_ROLE = 100;
/** Members who hold it; the others of the team keep a higher role of their own. */
export const SECURITY_MEMBERS: readonly string[] = [ANDERS, CHLOE];

const HANDLE = "KjaerVind";

type Story = {
  by: string;
  daysAgo: number;
  status: "pending" | "accepted" | "declined";
  experience: string;
  shipType: string;
  handle?: string;
  /** The reviewer who decided, how many days ago, and the sentence to the applicant. */
  decided?: readonly [by: string, daysAgo: number, message: string | null];
  reviews?: readonly (readonly [by: string, verdict: "accept" | "trial" | "decline", text: string])[];
  /** Days from the seeding to the last day of a trial; left out for one that was confirmed. */
  endsIn?: number;
  messages?: readonly (readonly [by: string, text: string, isNote?: true])[];
};

const STORIES: readonly Story[] = [
  {
    by: ANDERS,
    daysAgo: 45,
    status: "accepted",
    experience: "Two years of escorts in Stanton, most of them at night.",
    shipType: "Vanguard Warden",
    decided: [FREJA, 44, "Welcome aboard."],
  },
  {
    by: OLIVER,
    daysAgo: 44,
    status: "accepted",
    experience: "Led the night watch of my former organization.",
    shipType: "Redeemer",
    decided: [ASTRID, 42, null],
  },
  {
    by: JONAS,
    daysAgo: 60,
    status: "declined",
    experience: "A few bounties with friends.",
    shipType: "Gladius",
    handle: HANDLE,
    decided: [FREJA, 58, "Fly a few operations with us first, then apply again."],
  },
  {
    by: CHLOE,
    daysAgo: 21,
    status: "accepted",
    experience: "Turret gunner on a Hammerhead for a year, and calm on comms.",
    shipType: "Hammerhead",
    decided: [FREJA, 18, "On trial for three weeks: fly with us twice."],
    endsIn: 3,
  },
  {
    by: MIKKEL,
    daysAgo: 20,
    status: "accepted",
    experience: "Boarding drills every Thursday.",
    shipType: "Cutlass Steel",
    decided: [ASTRID, 15, null],
    endsIn: 19,
  },
  {
    by: IDA,
    daysAgo: 12,
    status: "accepted",
    experience: "Medic in three convoys this autumn.",
    shipType: "Cutlass Red",
    decided: [ASTRID, 7, "Glad to have a medic."],
    endsIn: 35,
  },
  {
    by: JONAS,
    daysAgo: 3,
    status: "pending",
    experience: "Eleven operations since the summer, six of them as escort of the medical convoys.",
    shipType: "Vanguard Sentinel",
    handle: HANDLE,
    messages: [
      [FREJA, "Which evenings can you fly? Our patrols are on **Tuesdays** and **Fridays**."],
      [JONAS, "Both. On Fridays from 20:00, after the children are in bed."],
      [FREJA, "Same handle as in Jeppe's application: ask them who it belongs to.", true],
    ],
  },
  {
    by: JEPPE,
    daysAgo: 6,
    status: "pending",
    experience: "Miner at heart, but good with a railgun.",
    shipType: "Arrow",
    handle: HANDLE.toLowerCase(),
    reviews: [
      [ASTRID, "decline", "Came to one operation of five, and left it early. Let him settle first."],
      [FREJA, "trial", "Keen and honest about what he cannot do yet. Six weeks will show it."],
    ],
  },
  {
    by: DANIEL,
    daysAgo: 1,
    status: "pending",
    experience: "Fighter lead in my last organization, with a quiet voice when it gets loud.",
    shipType: "F7C-M Super Hornet",
    handle: "OseiActual",
    reviews: [
      [FREJA, "accept", "Flew escort with him last night: exactly what we need."],
      [ASTRID, "trial", "Good, but he has been here for two days. A short trial, then."],
    ],
  },
];

/** The rows of the security team by table, those of its role first. @param permissions what a member may do, as JSON */
export function securityRows(
  organizationId: number,
  now: Date,
  permissions: string,
  userIds: ReadonlyMap<string, number>,
): { role: [table: string, rows: Row[]]; team: [table: string, rows: Row[]][] } {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const user = (name: string) => userIds.get(name) ?? 0;
  const keysOf = (at: number) => ({ organization_id: organizationId, application_id: at + 1 });
  const applications = STORIES.map((story, at): Row => {
    const { by, daysAgo, status, experience, shipType, handle = null, decided } = story;
    const [first_name = "", last_name = ""] = by.split(" ");
    return {
      ...{ id: at + 1, organization_id: organizationId, kind: "security", user_id: user(by), status },
      ...{ first_name, last_name, discord_username: first_name.toLowerCase(), timezone: "Europe/Copenhagen" },
      ...{ rsi_handle: handle, experience, ship_type: shipType, availability: "Weekday evenings" },
      ...{ background_check: 1, message: decided?.[2] ?? null, decided_by: decided?.[0] ?? null },
      ...{ decided_at: decided ? ago(decided[1]) : null, created_at: ago(daysAgo), updated_at: ago(daysAgo) },
    };
  });
  const reviews = STORIES.flatMap(({ reviews = [], daysAgo }, at) =>
    reviews.map(([by, verdict, text], turn): Row => {
      const sent_at = ago(daysAgo - (turn + 1) / 4);
      return { ...keysOf(at), reviewer_id: user(by), verdict, text, sent_at };
    }),
  );
  const messages = STORIES.flatMap(({ messages = [], daysAgo }, at) =>
    messages.map(([by, text, isNote], turn): Row => {
      const created_at = ago(daysAgo - (turn + 1) / 2);
      const author_id = user(by);
      return { ...keysOf(at), is_note: isNote ? 1 : 0, author_id, text, created_at, updated_at: created_at };
    }),
  );
  const trials = STORIES.flatMap(({ by, status, decided, endsIn }, at): Row[] => {
    if (status !== "accepted" || !decided) return [];
    const from_day = dayOf(new Date(ago(decided[1])));
    const ends_on = endsIn === undefined ? from_day : addDays(dayOf(now), endsIn);
    const outcome = endsIn === undefined ? "confirmed" : null;
    const role = { role_id: SECURITY_ROLE, updated_at: ago(decided[1]) };
    return [{ ...keysOf(at), user_id: user(by), from_day, ends_on, outcome, ...role }];
  });
  const role: Row = {
    ...{ id: SECURITY_ROLE, organization_id: organizationId, name: "Security", priority: 15, permissions },
    ...{ description: "Keeps convoys and events safe", is_system: 0, color: "#7fa7c9" },
    ...{ created_at: ago(90), updated_at: ago(90) },
  };
  const setting: Row = {
    ...{ organization_id: organizationId, setting_key: "security_role", setting_value: SECURITY_ROLE },
    ...{ updated_at: ago(90), updated_by: ASTRID },
  };
  return {
    role: ["roles", [role]],
    team: [
      ["organization_settings", [setting]],
      ["contract_applications", applications],
      ["security_reviews", reviews],
      ["security_messages", messages],
      ["security_trials", trials],
    ],
  };
}
