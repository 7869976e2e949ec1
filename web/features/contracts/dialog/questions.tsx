import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Editing } from "../../../lib/resource.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { contracts, moveTo } from "../contracts.api.ts";

const TO = { draft: "draft", close: "closed", cancel: "cancelled" } as const;
export type QuestionName = keyof typeof TO | "delete";

/** Asks before a contract is deleted, or moved where something is lost or nothing can change any more. */
export function Question(props: {
  name: QuestionName;
  contract: Contract;
  editing: Editing<Contract>;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { name, contract, editing, onDeleted, onClose } = props;
  const { title, assignee, applications, transfers, pay, currency } = contract;
  const losses = [
    assignee ? t("contracts.loses.assignee", { name: assignee.displayName }) : null,
    applications ? t("contracts.loses.applications", { count: applications }) : null,
    name === "draft" && transfers ? t("contracts.loses.split") : null,
    name === "close" && transfers === 0 && assignee
      ? t("contracts.loses.unsplit", { pay: `${format.number(pay)} ${currency}`, name: assignee.displayName })
      : null,
  ];
  const told = name === "close" ? losses.slice(3) : name === "delete" ? [] : losses;
  const run = async () => {
    try {
      if (name === "delete") {
        await contracts.remove(contract);
        toast({ title: t("contracts.deleted"), description: title });
        onDeleted();
      } else if (await editing.run(contract, moveTo(TO[name]))) toast({ title: t("contracts.updated") });
    } catch (error) {
      tellFailure(error, {
        title: t(name === "delete" ? "contracts.delete_failed" : "contracts.update_failed"),
      });
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`contracts.ask.${name}`, { title })}
      description={[t(`contracts.ask.${name}_text`), ...told.filter((each) => each !== null)].join(" ")}
      confirmLabel={t(`contracts.ask.${name}_confirm`)}
      cancelLabel={t("action.back")}
      danger
      onConfirm={run}
    />
  );
}
