import type {
  Attendance,
  Attended,
  Presence,
} from "../../../worker/features/attendance/attendance.schema.ts";

/** The people of an event in the order in which an organizer works through them. */
export type Groups = {
  /** Had a place or another record, and were not in voice all the time. */
  look: Presence[];
  /** Ask to be added. */
  claims: Presence[];
  /** Had a place and were there all the time. */
  clear: Presence[];
  /** Were in voice without a place, or waited for one. */
  others: Presence[];
};

/** A person stays in their group while they are confirmed, so that no row moves away from under the pointer. */
export function groupsOf(people: readonly Presence[]): Groups {
  const groups: Groups = { look: [], claims: [], clear: [], others: [] };
  for (const each of people) {
    const { claim, proposal, signedUp, confirmed } = each;
    if (claim?.state === "open") groups.claims.push(each);
    else if (signedUp === "seated") groups[proposal === "yes" ? "clear" : "look"].push(each);
    else if (claim || (confirmed && proposal === null)) groups.look.push(each);
    else groups.others.push(each);
  }
  return groups;
}

export const isOpen = ({ confirmed }: Presence): boolean => confirmed === null;

const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

export const lengthOf = ({ startsAt, endsAt }: Pick<Attendance, "startsAt" | "endsAt">): number =>
  minutesBetween(startsAt, endsAt);

/** Returns the minutes that prefill an answer: those in voice where they fit it. */
export function minutesFor(answer: Attended, { minutes, proposal }: Presence, length: number): number {
  if (answer === "no") return 0;
  const isSaid = proposal === answer && minutes > 0;
  if (isSaid) return Math.min(minutes, length);
  if (answer === "yes") return length;
  return minutes > 0 && minutes < length ? minutes : Math.max(1, Math.round(length / 2));
}

/** Returns the input that confirms a person by an answer. */
export const answerOf = (person: Presence, answer: Attended, length: number) => ({
  userId: person.userId,
  answer,
  minutes: minutesFor(answer, person, length),
});

/** Returns the inputs that confirm everybody with a place by what voice suggests, beside those who are confirmed. */
export const suggestedAnswers = ({ look, clear }: Pick<Groups, "look" | "clear">, length: number) =>
  [...look, ...clear].flatMap((each) =>
    isOpen(each) && each.signedUp === "seated" && each.proposal
      ? [answerOf(each, each.proposal, length)]
      : [],
  );

/** Returns the inputs that confirm people who were there all the time and are not confirmed yet. */
export const clearAnswers = ({ clear }: Pick<Groups, "clear">, length: number) =>
  clear.filter(isOpen).map((each) => answerOf(each, "yes", length));

/** What is unusual in a person's time in voice, by the key of its sentence. */
type Note =
  | { key: "none" }
  | { key: "unseen"; minutes: number }
  | { key: "times"; count: number }
  | { key: "late"; minutes: number }
  | { key: "left"; at: string }
  | { key: "between"; from: string; to: string };

/** Minutes at either end that are not mentioned. */
const SLACK = 5;

/** @returns null for a person who was there from start to end, and where no bot saw anybody */
export function noteOf(
  { intervals, unseenMinutes, proposal }: Presence,
  { startsAt, endsAt }: Pick<Attendance, "startsAt" | "endsAt">,
): Note | null {
  if (unseenMinutes > 0) return { key: "unseen", minutes: unseenMinutes };
  if (proposal === null) return null;
  const within = intervals.filter(({ from, to }) => from < endsAt && to > startsAt);
  const [first, last] = [within[0], within.at(-1)];
  if (!first || !last) return { key: "none" };
  if (within.length > 1) return { key: "times", count: within.length };
  const late = minutesBetween(startsAt, first.from);
  const isEarly = minutesBetween(last.to, endsAt) > SLACK;
  if (late > SLACK) return isEarly ? { key: "between", ...first } : { key: "late", minutes: late };
  return isEarly ? { key: "left", at: last.to } : null;
}

/** How many of those with a place are confirmed. */
export function countsOf({ people }: Pick<Attendance, "people">) {
  const placed = people.filter(({ signedUp }) => signedUp === "seated");
  return { confirmed: placed.filter((each) => !isOpen(each)).length, all: placed.length };
}

/** A person who was at an event, and for how long. */
export type Present = { userId: number; name: string; avatarUrl: string | null; minutes: number };

/** Those who were confirmed, at least partly. */
export const presentAt = ({ people }: Pick<Attendance, "people">): Present[] =>
  people.flatMap(({ userId, displayName, avatarUrl, confirmed }) =>
    confirmed && confirmed.answer !== "no"
      ? [{ userId, name: displayName, avatarUrl, minutes: confirmed.minutes }]
      : [],
  );

/** Returns the confirmed people with their minutes, for a split of pay, and how many more are only proposed. */
export function countedOf({ people }: Pick<Attendance, "people">) {
  const present = presentAt({ people });
  const isProposed = ({ confirmed, proposal }: Presence) =>
    !confirmed && (proposal === "yes" || proposal === "partly");
  return {
    people: present.length,
    minutes: present.reduce((sum, each) => sum + each.minutes, 0),
    proposed: people.filter(isProposed).length,
  };
}
