import type { ProspectStatus } from "./pipeline.schema.ts";

/** A made-up person; the texts of notes are what a recruiter would write. */
type TestPerson = {
  name: string;
  /** Game tag; no two are equal. */
  tag: string;
  /** The statuses that the person went through after intro. */
  path: readonly ProspectStatus[];
  source: string;
  /** How many days ago the person was added. */
  days: number;
  /** Hours until the deadline, negative when it has passed; left out, there is none. */
  due?: number;
  notes?: string;
  /** Why the person left or was declined. */
  reason?: string;
};

const COMPLETED = ["intro_completed"] as const;
const ASSIGNED = ["intro_completed", "assigned_onboarding"] as const;
const ONBOARDING = ["intro_completed", "onboarding"] as const;
const ACTIVE = ["intro_completed", "onboarding", "active"] as const;
const FORMER = ["intro_completed", "onboarding", "active", "inactive"] as const;
const WITHDRAWN = ["inactive"] as const;

/** The test data: two dozen people over all stages. */
export const TEST_PEOPLE: readonly TestPerson[] = [
  { name: "Ada Kestrel", tag: "test_kestrel", path: [], source: "discord", days: 0.2 },
  { name: "Bram Okafor", tag: "test_okafor", path: [], source: "website", days: 1, due: 20 },
  { name: "Cleo Vance", tag: "test_vance", path: [], source: "friend", days: 3, due: -6 },
  {
    name: "Dario Linde",
    tag: "test_linde",
    path: [],
    source: "reddit",
    days: 5,
    notes: "Asked twice about mining. Answer this week.",
  },
  { name: "Elin Marsh", tag: "test_marsh", path: COMPLETED, source: "discord", days: 4, due: 30 },
  { name: "Faro Nakamura", tag: "test_nakamura", path: COMPLETED, source: "website", days: 6, due: 52 },
  {
    name: "Greta Solberg",
    tag: "test_solberg",
    path: COMPLETED,
    source: "friend",
    days: 7,
    due: -30,
    notes: "Good talk. Plays mostly at weekends.",
  },
  { name: "Hugo Brandt", tag: "test_brandt", path: COMPLETED, source: "event", days: 9 },
  { name: "Iris Calloway", tag: "test_calloway", path: ASSIGNED, source: "discord", days: 8, due: 10 },
  {
    name: "Jonah Reyes",
    tag: "test_reyes",
    path: ASSIGNED,
    source: "website",
    days: 10,
    due: 70,
    notes: "Wants to fly medical. Has an own ship.",
  },
  { name: "Kaia Lund", tag: "test_lund", path: ASSIGNED, source: "reddit", days: 12, due: -52 },
  { name: "Leif Moreau", tag: "test_moreau", path: ONBOARDING, source: "friend", days: 14, due: 5 },
  {
    name: "Mina Osei",
    tag: "test_osei",
    path: ONBOARDING,
    source: "discord",
    days: 16,
    due: 96,
    notes: "First joint flight done, the second is on Saturday.",
  },
  { name: "Nils Petrov", tag: "test_petrov", path: ONBOARDING, source: "event", days: 19, due: 140 },
  { name: "Oona Friis", tag: "test_friis", path: ONBOARDING, source: "website", days: 21, due: -14 },
  { name: "Pax Winters", tag: "test_winters", path: ONBOARDING, source: "discord", days: 25, due: 200 },
  { name: "Quinn Haddad", tag: "test_haddad", path: ACTIVE, source: "friend", days: 40 },
  {
    name: "Rhea Sandberg",
    tag: "test_sandberg",
    path: ACTIVE,
    source: "discord",
    days: 55,
    notes: "Leads the salvage crew.",
  },
  { name: "Sol Ibarra", tag: "test_ibarra", path: ACTIVE, source: "website", days: 70 },
  { name: "Tove Aldana", tag: "test_aldana", path: ACTIVE, source: "reddit", days: 90 },
  { name: "Uma Lehtinen", tag: "test_lehtinen", path: ACTIVE, source: "event", days: 120 },
  {
    name: "Viktor Dahl",
    tag: "test_dahl",
    path: FORMER,
    source: "discord",
    days: 150,
    reason: "No time for the game until summer.",
  },
  {
    name: "Wren Castillo",
    tag: "test_castillo",
    path: FORMER,
    source: "friend",
    days: 200,
    reason: "Moved to another organization.",
  },
  {
    name: "Yara Thorne",
    tag: "test_thorne",
    path: WITHDRAWN,
    source: "website",
    days: 30,
    reason: "Did not answer three messages.",
  },
];
