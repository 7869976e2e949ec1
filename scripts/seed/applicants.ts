import type { Answers } from "../../worker/features/forms/forms.schema.ts";
import { signInNameOf } from "../../worker/features/users/sign-in-name.ts";
import { skeletonOf } from "../../worker/features/users/skeleton.ts";
import type { Row } from "../lib/database.ts";
import { ASTRID, MIKKEL, OLIVER } from "./names.ts";
import { sourceRows } from "./sources.ts";

const HOUR = 3_600_000;

type Applicant = {
  name: string;
  /** They sign in with it and the demo's password. */
  username: string;
  /** Hours since they sent it, or began to write it. */
  ago: number;
  isDraft?: true;
  answers: Answers;
  /** What an answer was before it was corrected. */
  was?: readonly [question: string, was: string];
  messages?: readonly (readonly [by: string, ago: number, text: string])[];
};

const answers = (name: string, handle: string, ship: string, evening: string, more: Answers): Answers => ({
  ...{ name, handle: { handle, isVerified: false }, ship: { ids: [], names: [ship] }, evening },
  ...{ elsewhere: false, headset: true },
  ...more,
});

/** One waits for an officer, one is asked something, one is about to have a first evening, and one is still writing. */
const APPLICANTS: readonly Applicant[] = [
  {
    ...{ name: "Tobias Vang", username: "vanguard_t", ago: 3 },
    answers: answers(
      ...(["Tobias", "Vanguard_T", "Vanguard Sentinel"] as const),
      "A convoy to Pyro with three friends: nobody shot at us, and we talked all the way.",
      { age: "older", likes: ["escort", "hauling"], evenings: ["tue", "thu"] },
    ),
  },
  {
    ...{ name: "Priya Raman", username: "prism", ago: 26 },
    answers: answers(
      ...(["Priya", "PrismRaman", "Cutlass Red"] as const),
      "We pulled eleven people out of a bunker in one night. I flew the second Cutlass.",
      { age: "adult", likes: ["rescue", "exploring"], evenings: ["wed", "fri", "sun"] },
    ),
    was: ["name", "Pri"],
    messages: [
      [MIKKEL, 20, "Good to hear about the bunker. Do you also fly with a crew on one ship?"],
      ["Priya Raman", 18, "Yes, I like the turret best."],
      [MIKKEL, 4, "Good. Could we talk for ten minutes on Friday at 20:00?"],
    ],
  },
  {
    ...{ name: "Viktor Sand", username: "sandviper", ago: 24 * 11 },
    answers: answers(
      ...(["Viktor", "SandViper", "Gladius"] as const),
      "Escort for a mining crew at Lyria, with a pirate who gave up after ten minutes.",
      { age: "older", likes: ["escort"], evenings: ["mon", "thu", "sat"] },
    ),
    messages: [
      [OLIVER, 24 * 9, "Welcome. You fly well enough to skip the first lessons."],
      [OLIVER, 24 * 2, "Your first evening is the escort on Thursday. I hold a place for you."],
      ["Viktor Sand", 24 * 2 - 3, "I will be there."],
    ],
  },
  {
    ...{ name: "Elias Lund", username: "elias", ago: 2, isDraft: true },
    answers: { name: "Elias", age: "adult", likes: ["mining"], evening: "Salvage at Daymar, until" },
  },
];

/** Answers that officers send to many. */
const TEMPLATES = [
  {
    name: "A talk in voice",
    text_en:
      "Hello {name}, thank you for your application. Which evening suits you for ten minutes in voice?",
    text_da: "Hej {name}, tak for din ansøgning. Hvilken aften passer dig til ti minutters snak?",
  },
  {
    name: "First evening",
    text_en: "Good talk, {name}! Join us on Friday at 20:00. One of us meets you in the welcome channel.",
    text_da: "God snak, {name}! Vær med på fredag kl. 20. En af os møder dig i velkomstkanalen.",
  },
] as const;

/** The rows of applicants by table: their users, applications and messages, links to come by, and the front door that lets them in. */
export function applicantRows(
  organizationId: number,
  now: Date,
  passwordHash: string,
  replayed: readonly { prospect: Row }[],
  userIds: ReadonlyMap<string, number>,
): { users: Row[]; tables: [table: string, rows: Row[]][] } {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const firstUser = Math.max(...userIds.values()) + 1;
  const ids = new Map(APPLICANTS.map(({ name }, at) => [name, firstUser + at]));
  const users = APPLICANTS.map(({ name, username, ago: hours }, at): Row => {
    const since = ago(hours + 1);
    return {
      ...{ id: firstUser + at, organization_id: organizationId, username, display_name: name, email: null },
      ...{ sign_in_name: signInNameOf(username), name_skeleton: skeletonOf(username), discord_id: null },
      ...{ password_hash: passwordHash, signed_in_at: since, created_at: since, updated_at: since },
    };
  });
  const admissions = APPLICANTS.map((applicant, at): Row => {
    const { name, ago: hours, isDraft = false, messages = [], was } = applicant;
    const sentAt = isDraft ? null : ago(hours);
    const { prospect } = replayed.find((each) => each.prospect["display_name"] === name) ?? {};
    if (prospect && !isDraft) prospect["user_id"] = firstUser + at;
    const answer = messages.find(([by]) => by !== name);
    return {
      ...{ id: at + 1, organization_id: organizationId, user_id: firstUser + at, form_id: 1, form_number: 3 },
      ...{ prospect_id: isDraft ? null : (prospect?.["id"] ?? null), status: isDraft ? "draft" : "sent" },
      answers: JSON.stringify(applicant.answers),
      corrections: JSON.stringify(was ? { [was[0]]: { was: was[1], at: ago(hours - 1) } } : {}),
      ...{ sent_at: sentAt, sent_on: sentAt?.slice(0, 10) ?? null, number_of_day: isDraft ? null : at + 1 },
      ...{ answered_at: answer ? ago(answer[1]) : null, kept_from: ago(hours) },
      ...{ version: 1, created_at: ago(hours), updated_at: ago(messages.at(-1)?.[1] ?? hours) },
    };
  });
  const messages = APPLICANTS.flatMap(({ name, messages = [] }, at) =>
    messages.map(
      ([by, hours, text]): Row => ({
        ...{
          admission_id: at + 1,
          organization_id: organizationId,
          author_id: ids.get(by) ?? userIds.get(by) ?? null,
        },
        ...{ is_theirs: by === name ? 1 : 0, text, created_at: ago(hours) },
      }),
    ),
  );
  const begun = ago(24 * 90);
  const door: Row = {
    ...{ organization_id: organizationId, setting_key: "front_door", setting_value: 1 },
    ...{ updated_at: begun, updated_by: ASTRID },
  };
  const needs: Row = {
    ...{ organization_id: organizationId, is_closed: 0, closed_until: null, version: 1, updated_at: begun },
    needs_en: "A headset: we talk when we fly\nOne evening a week, any evening",
    needs_da: "Et headset: vi taler sammen, når vi flyver\nÉn aften om ugen, hvilken som helst",
  };
  return {
    users,
    tables: [
      ["organization_settings", [door]],
      ["sources", sourceRows(organizationId, now, replayed, userIds)],
      ["admissions", admissions],
      ["doors", [needs]],
      [
        "answer_templates",
        TEMPLATES.map((each) => ({ ...each, organization_id: organizationId, updated_at: begun })),
      ],
      ["admission_messages", messages],
    ],
  };
}
