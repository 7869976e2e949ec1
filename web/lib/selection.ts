import { type ChangeEvent, type MouseEvent, useState } from "react";

/** The selected ids, and the row that was last pressed, from which Shift selects. */
type Selection = { ids: ReadonlySet<number>; last: number | null };

/**
 * The selection after a press on the box of `id`. With Shift all rows from the last pressed one to it, in the `order` of the
 * list, become as it becomes; where the last one is not listed any more, it alone does.
 */
export function pressed(
  { ids, last }: Selection,
  id: number,
  order: readonly number[],
  withShift: boolean,
): Selection {
  const [from, to] = [last === null ? -1 : order.indexOf(last), order.indexOf(id)];
  const range =
    withShift && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  const isOn = !ids.has(id);
  const next = new Set(ids);
  for (const each of range) isOn ? next.add(each) : next.delete(each);
  return { ids: next, last: id };
}

/** The selected rows of a list by id, with the properties of each row's checkbox; Shift with a click or Space selects a range. */
export function useSelection() {
  const [selection, setSelection] = useState<Selection>({ ids: new Set(), last: null });
  return {
    ids: selection.ids,
    select: (ids: Iterable<number>) => setSelection({ ids: new Set(ids), last: null }),
    boxOf: (id: number, order: () => readonly number[]) => ({
      checked: selection.ids.has(id),
      // A click with Shift would also select the texts in between.
      onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
      // The event of a checkbox is its click, also where the space bar made it.
      onChange: ({ nativeEvent }: ChangeEvent) =>
        setSelection((now) => pressed(now, id, order(), (nativeEvent as unknown as MouseEvent).shiftKey)),
    }),
  };
}
