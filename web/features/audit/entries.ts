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
  const known: Exclude<Piece["names"], null>[] = ["actor", "record", "from", "to"];
  const textsOf = {
    actor: [actor.name],
    record: [record.name],
    from: changes.map(({ from }) => from),
    to: changes.map(({ to }) => to),
  };
  const strong = emphasise(sentence, [...new Set(Object.values(textsOf).flat())]);
  const pieces = strong.map(({ text, strong: isName }): Piece => {
    const names = isName ? known.find((each) => textsOf[each].includes(text)) : undefined;
    return { text, names: names ?? null };
  });
  const isTold = (value: string | null) =>
    value === null || pieces.some(({ text, names }) => names !== null && text === value);
  return { pieces, untold: changes.filter(({ from, to }) => !isTold(from) || !isTold(to)) };
}
