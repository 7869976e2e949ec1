import type { ReactNode } from "react";
import { differences } from "../lib/conflict.ts";
import { type Failure, tellFailure } from "../lib/failure.ts";
import { useT } from "../lib/i18n/i18n.ts";
import type { Versioned } from "../lib/records.ts";
import type { Editing } from "../lib/resource.ts";
import { Button } from "./button.tsx";

/** What a ConflictPanel is made of, apart from what a feature says of its fields. */
export type ConflictProps<Item> = {
  base: Item;
  /** What the edit wants. */
  patch: Partial<Item>;
  current: Item;
  pending?: boolean;
  /** Why one's own can no longer be kept. */
  blocked?: string | null | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/**
 * What a ConflictPanel takes of the conflict that edits have run into, null without one: keeping one's own sends the edit again.
 * @param onDecided told of the record as saved, or null when theirs is to stand
 */
export function conflictOf<Item extends Versioned>(
  editing: Editing<Item>,
  failure: Failure,
  onDecided?: (saved: Item | null) => void,
): ConflictProps<Item> | null {
  const { conflict, pending } = editing;
  if (!conflict) return null;
  const keepMine = async () => {
    try {
      const saved = await editing.keepMine();
      if (saved) onDecided?.(saved);
    } catch (error) {
      tellFailure(error, failure);
    }
  };
  return {
    base: conflict.base,
    patch: conflict.edit.patch,
    current: conflict.current,
    pending,
    onKeepMine: () => void keepMine(),
    onTakeTheirs: () => {
      editing.takeTheirs();
      onDecided?.(null);
    },
  };
}

const bringIntoView = (panel: HTMLElement | null) => void panel?.scrollIntoView({ block: "nearest" });

/** Compares an edit with what another user saved meanwhile, field by field, and asks which of the two is to stand. */
export function ConflictPanel<Item, Field extends keyof Item & string>(
  props: ConflictProps<Item> & {
    /** What the record is called. */
    name: string;
    /** The fields that people edit, in the order they are shown, by their labels. */
    labels: Record<Field, string>;
    /** A value of a field in words. */
    textOf: (field: Field, value: Item[Field]) => ReactNode;
  },
) {
  const t = useT();
  const { labels, textOf } = props;
  const rows = differences(Object.keys(labels) as Field[], props.base, props.patch, props.current);
  return (
    <section ref={bringIntoView} role="alert" className="rounded-m border border-wait/45 bg-wait/8 p-3.5">
      <h3 className="font-semibold">{t("conflict.title")}</h3>
      <p className="text-ink-2">{t("conflict.text", { name: props.name })}</p>
      <dl className="mt-3 grid gap-3">
        {rows.map(({ field, yours, theirs, clash }) => (
          <div key={field} className="border-t border-line-strong pt-2.5">
            <dt className="label">
              {labels[field]}
              {clash ? (
                <span className="ml-2 font-sans tracking-normal text-wait normal-case">
                  {t("conflict.both")}
                </span>
              ) : null}
            </dt>
            <dd className="mt-1 grid grid-cols-2 gap-3 [overflow-wrap:anywhere] whitespace-pre-wrap max-sm:grid-cols-1">
              <span>
                <span className="block hint">{t("conflict.yours")}</span>
                {textOf(field, yours)}
              </span>
              <span>
                <span className="block hint">{t("conflict.theirs")}</span>
                {textOf(field, theirs)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3.5 flex flex-wrap gap-2">
        <Button onClick={props.onKeepMine} pending={props.pending ?? false} reason={props.blocked}>
          {t("conflict.keep_mine")}
        </Button>
        <Button onClick={props.onTakeTheirs}>{t("conflict.take_theirs")}</Button>
      </div>
    </section>
  );
}
