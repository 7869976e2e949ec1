import type { AuditEntry } from "../../../worker/features/audit/audit.schema.ts";
import { emphasise } from "../../lib/emphasis.ts";

/** Entries by days of the reader's calendar, in the given order. */
export const groupByDay = (entries: readonly AuditEntry[]): AuditEntry[][] => [
  ...Map.groupBy(entries, ({ at }) => new Date(at).toDateString()).values(),
];

/** A piece of an entry's sentence, and the part of the entry that it names. */
export type Piece = { text: string; names: "actor" | "record" | "from" | "to" | null };

/** An entry's sentence in pieces, and the changes that it does not contain whole. */
export function piecesOf({ sentence, actor, record, changes }: AuditEntry) {
  const names: { text: string | null; names: NonNullable<Piece["names"]> }[] = [
    { text: actor.name, names: "actor" },
    { text: record.name, names: "record" },
    ...changes.flatMap(({ from, to }) => [
      { text: from, names: "from" as const },
      { text: to, names: "to" as const },
    ]),
  ];
  // One name may belong to several parts, such as a member who assigns to themselves: the first is the actor.
  const left = [...names];
  const texts = names.map(({ text }) => text);
  const pieces = emphasise(sentence, texts).map(({ text, strong }): Piece => {
    const at = strong ? left.findIndex((name) => name.text === text) : -1;
    return { text, names: (at >= 0 && left.splice(at, 1)[0]?.names) || null };
  });
  const isTold = (value: string | null) =>
    value === null || pieces.some((each) => each.names && each.text === value);
  return { pieces, untold: changes.filter(({ field, from, to }) => field && (!isTold(from) || !isTold(to))) };
}
