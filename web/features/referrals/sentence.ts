import { decidedOf, type Group, SHARE_LEAST } from "../../../worker/features/referrals/referrals.schema.ts";

/** What the sentence over the table says: of members' links and of the largest other way in, where both can be compared. */
export type Said =
  | { kind: "compared"; members: Group; others: Group }
  | { kind: "later"; members: number; others: number }
  | { kind: "no_link" };

const WAYS = ["discord", "website"];

export function sentenceOf(groups: readonly Group[]): Said {
  const of = (key: string) => groups.find((each) => each.key === key);
  const members = of("members");
  const byLink = groups.filter(({ key }) => !["everybody", ...WAYS].includes(key));
  if (!members || byLink.every(({ came }) => came === 0)) return { kind: "no_link" };
  const [others] = groups
    .filter(({ key }) => WAYS.includes(key))
    .toSorted((a, b) => decidedOf(b) - decidedOf(a));
  const [own, theirs] = [decidedOf(members), others ? decidedOf(others) : 0];
  return others && Math.min(own, theirs) >= SHARE_LEAST
    ? { kind: "compared", members, others }
    : { kind: "later", members: own, others: theirs };
}
