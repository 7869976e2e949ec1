import type { ReactNode } from "react";
import { act } from "../lib/action.ts";
import { differences } from "../lib/conflict.ts";
import type { Failure } from "../lib/failure.ts";
import { useT } from "../lib/i18n/i18n.ts";
import type { Versioned } from "../lib/records.ts";
import type { Editing } from "../lib/resource.ts";
import { Button } from "./button.tsx";

/** Props of a ConflictPanel, without those about the fields. */
export type ConflictProps<Item> = {
  base: Item;
  patch: Partial<Item>;
  current: Item;
  pending?: boolean;
  /** Why the edit can no longer be sent. */
  blocked?: string | null | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Props of a ConflictPanel for the conflict of edits. `onDecided` gets the saved record, or null for the newer one. */
export function conflictOf<Item extends Versioned>(
  editing: Editing<Item>,
  failure: Failure,
  onDecided?: (saved: Item | null) => void,
): ConflictProps<Item> | null {
  const { conflict, pending } = editing;
  if (!conflict) return null;
  const { base, edit, current } = conflict;
  const keepMine = async () => {
    const saved = await editing.keepMine();
    if (saved) onDecided?.(saved);
  };
  return {
    ...{ base, patch: edit.patch, current, pending },
    onKeepMine: () => void act(keepMine, { failed: failure }),
    onTakeTheirs: () => {
      editing.takeTheirs();
      onDecided?.(null);
    },
  };
}

const CLASH = "ml-2 font-sans tracking-normal text-wait normal-case";

/** The texts over the two values of a field, by who changed it; a field that both changed alike has one value. */
const HEADS = {
  you: ["conflict.yours", "conflict.unchanged"],
  them: ["conflict.before", "conflict.theirs"],
  both: ["conflict.yours", "conflict.theirs"],
  alike: ["conflict.alike"],
} as const;

const bringIntoView = (panel: HTMLElement | null) => void panel?.scrollIntoView({ block: "nearest" });

/**
 * Compares an edit with the newer record of another user, and asks which one to keep. Shows the fields that either
 * changed; only those that the reader changed are called theirs.
 */
export function ConflictPanel<Item, Field extends keyof Item & string>(
  props: ConflictProps<Item> & {
    name: string;
    labels: Record<Field, string>;
    textOf: (field: Field, value: Item[Field]) => ReactNode;
    /** The user and the time of each change, where the record keeps them. */
    children?: ReactNode;
  },
) {
  const t = useT();
  const { labels, textOf } = props;
  const rows = differences(Object.keys(labels) as Field[], props.base, props.patch, props.current, textOf);
  return (
    <section ref={bringIntoView} role="alert" className="rounded-m border border-wait/45 bg-wait/8 p-3.5">
      <h3 className="font-semibold">{t("conflict.title")}</h3>
      <p className="text-ink-2">{t("conflict.text", { name: props.name })}</p>
      {props.children}
      {rows.length === 0 ? <p className="mt-3 text-ink-2">{t("conflict.elsewhere")}</p> : null}
      <dl className="mt-3 grid gap-3">
        {rows.map(({ field, by, before, yours, theirs }) => (
          <div key={field} className="border-t border-line-strong pt-2.5">
            <dt className="label">
              {labels[field]}
              {by === "both" ? <span className={CLASH}>{t("conflict.both")}</span> : null}
            </dt>
            <dd className="mt-1 grid grid-cols-2 gap-3 [overflow-wrap:anywhere] whitespace-pre-wrap max-sm:grid-cols-1">
              {HEADS[by].map((head, at) => (
                <span key={head}>
                  <span className="block hint">{t(head)}</span>
                  {textOf(field, at === 1 ? theirs : by === "them" ? before : yours)}
                </span>
              ))}
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
