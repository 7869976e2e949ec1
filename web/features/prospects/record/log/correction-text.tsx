import {
  CORRECTABLE,
  type Prospect,
  type ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { ConfirmButton } from "../../../../ui/confirm.tsx";
import { UndoIcon } from "../../../../ui/icons.tsx";
import { restore } from "../../person/corrections.api.ts";

/** The facts that an entry corrected; of those whose values are not recorded only that they were. */
export function CorrectionText({ changes }: Pick<ProspectHistoryEntry, "changes">) {
  const t = useT();
  return CORRECTABLE.filter((field) => changes?.[field]).map((field) => {
    const { from = null, to = null } = changes?.[field] ?? {};
    const label = t(`prospect.fact.${field}`);
    return (
      <span key={field} className="block">
        {from === null && to === null
          ? t("prospect.log.corrected", { field: label })
          : t.rich("prospect.log.corrected_from_to", {
              field: label,
              from: <s key="from">{from ?? "–"}</s>,
              to: <b key="to">{to ?? "–"}</b>,
            })}
      </span>
    );
  });
}

/** Undoes the merge that an entry records. */
export function UndoMerge({ entry, prospect }: { entry: ProspectHistoryEntry; prospect: Prospect }) {
  const t = useT();
  const id = Number(entry.changes?.["merged"]?.to);
  if (entry.action !== "merged" || !id || !prospect.can.merge) return null;
  const name = entry.newValue ?? "";
  return (
    <span className="mt-1 block">
      <ConfirmButton
        size="s"
        icon={<UndoIcon />}
        label={t("prospect.merge.undo")}
        title={t("prospect.merge.undo_title", { name })}
        description={t("prospect.merge.undo_text", { name })}
        onConfirm={() => restore(id)}
        done={{ title: t("prospect.merge.undone"), description: name }}
      />
    </span>
  );
}
