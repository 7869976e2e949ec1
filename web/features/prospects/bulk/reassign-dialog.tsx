import { useState } from "react";
import type { AssigneeLoad } from "../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { AssigneeSelect } from "../fields/assignee-select.tsx";
import { type HandOver, handOver } from "../prospects.api.ts";
import { AskDialog } from "./bulk-dialogs.tsx";
import { tellChanged } from "./use-bulk.ts";

/** Hands everything one person has open to another, with a way back. */
export default function ReassignDialog({ from, onClose }: { from: AssigneeLoad; onClose: () => void }) {
  const t = useT();
  const [to, setTo] = useState<number | null>(null);
  const run = async (): Promise<boolean> => {
    if (to === null) return false;
    let done: HandOver = { changed: 0, changeIds: [] };
    try {
      done = await handOver(from.memberId, to, (step) => {
        done = step;
      });
      tellChanged(done.changed, 0, done.changeIds);
      return true;
    } catch (error) {
      const part = done.changed > 0 ? ` ${t("prospects.team.partly", { count: done.changed })}` : "";
      toast({
        title: t("prospects.team.failed"),
        description: errorText(error) + part,
        variant: "destructive",
      });
      return false;
    }
  };
  return (
    <AskDialog
      title={t("prospects.team.hand_over_title", { name: from.displayName })}
      description={t("prospects.team.hand_over_text", { count: from.open, name: from.displayName })}
      confirmLabel={t("prospects.team.hand_over_confirm")}
      reason={to === null ? t("prospect.assign.choose_first") : null}
      onConfirm={run}
      onClose={onClose}
      returnFocus={`[data-team="${from.memberId}"]`}
    >
      <AssigneeSelect label={t("prospects.team.to")} value={to} onChange={setTo} except={from.memberId} />
    </AskDialog>
  );
}
