import type {
  Prospect,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { ConfirmButton } from "../../../../ui/confirm.tsx";
import { UndoIcon } from "../../../../ui/icons.tsx";
import { restore } from "../../person/corrections.api.ts";

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
