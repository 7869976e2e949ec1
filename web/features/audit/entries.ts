import type { AuditEntry } from "../../../worker/features/activity/activity.schema.ts";
import { emphasise } from "../../lib/emphasis.ts";

/** Entries by days of the reader's calendar, in the order given. */
export const groupByDay = (entries: readonly AuditEntry[]): AuditEntry[][] => [
  ...Map.groupBy(entries, ({ at }) => new Date(at).toDateString()).values(),
];

/** A piece of an entry's sentence, and what it names. */
export type Piece = { text: string; names: "actor" | "record" | "from" | "to" | null };

/** An entry's sentence in pieces, and the changes that it does not tell whole. */
export function piecesOf({ sentence, actor, record, changes }: AuditEntry) {
  const names: { text: string | null; names: NonNullable<Piece["names"]> }[] = [
    { text: actor.name, names: "actor" },
    { text: record.name, names: "record" },
    ...changes.flatMap(({ from, to }) => [
      { text: from, names: "from" as const },
      { text: to, names: "to" as const },
    ]),
  ];
  // One name may stand for several, such as a member who assigns to themselves: the first is who did it.
  const left = [...names];
  const pieces = emphasise(
    sentence,
    names.map(({ text }) => text),
  ).map(({ text, strong }): Piece => {
    const at = strong ? left.findIndex((name) => name.text === text) : -1;
    return { text, names: (at >= 0 && left.splice(at, 1)[0]?.names) || null };
  });
  const isTold = (value: string | null) =>
    value === null || pieces.some((each) => each.names && each.text === value);
  return { pieces, untold: changes.filter(({ from, to }) => !isTold(from) || !isTold(to)) };
}
