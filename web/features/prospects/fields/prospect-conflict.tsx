import { useEffect, useRef } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { differences, type EditedField, type Patch } from "../record/conflict.ts";
import { useAssignees } from "../record.api.ts";

function useFieldText() {
  const t = useT();
  const format = useFormat();
  const assignees = useAssignees();
  return (field: EditedField, prospect: Prospect[EditedField]): string => {
    if (prospect === null || prospect === "") return t(`prospect.empty.${field}`);
    if (field === "status") return t(`status.${prospect as Prospect["status"]}`);
    if (field === "deadline") return format.dateTime(prospect);
    if (field === "assignedTo") {
      return assignees.get(prospect as number)?.displayName ?? t("prospect.somebody");
    }
    return String(prospect);
  };
}

/**
 * Somebody else changed the record meanwhile: what is different, field by field, and which of the two is to
 * stand. A field that only one of the two touched says which.
 */
export function ConflictPanel(props: {
  base: Prospect;
  patch: Patch;
  current: Prospect;
  pending?: boolean;
  /** Why one's own can no longer be kept. */
  blocked?: string | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const t = useT();
  const text = useFieldText();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    void panel.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const rows = differences(props.base, props.patch, props.current);
  return (
    <section ref={panel} role="alert" className="rounded-m border border-wait/45 bg-wait/8 p-3.5">
      <h3 className="font-semibold">{t("prospect.conflict.title")}</h3>
      <p className="text-ink-2">{t("prospect.conflict.text", { name: props.base.displayName })}</p>
      <dl className="mt-3 grid gap-3">
        {rows.map(({ field, yours, theirs, clash }) => (
          <div key={field} className="border-t border-line-strong pt-2.5">
            <dt className="label">
              {t(`prospect.field.${field}`)}
              {clash ? (
                <span className="ml-2 font-sans tracking-normal text-wait normal-case">
                  {t("prospect.conflict.both")}
                </span>
              ) : null}
            </dt>
            <dd className="mt-1 grid grid-cols-2 gap-3 [overflow-wrap:anywhere] whitespace-pre-wrap max-sm:grid-cols-1">
              <span>
                <span className="block hint">{t("prospect.conflict.yours")}</span>
                {text(field, yours)}
              </span>
              <span>
                <span className="block hint">{t("prospect.conflict.theirs")}</span>
                {text(field, theirs)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3.5 flex flex-wrap gap-2">
        <Button onClick={props.onKeepMine} pending={props.pending ?? false} reason={props.blocked}>
          {t("prospect.conflict.keep_mine")}
        </Button>
        <Button onClick={props.onTakeTheirs}>{t("prospect.conflict.take_theirs")}</Button>
      </div>
    </section>
  );
}
