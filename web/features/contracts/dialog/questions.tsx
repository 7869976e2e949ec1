import type { Contract, ContractStatus } from "../../../../worker/features/contracts/contracts.schema.ts";
import { act } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Editing } from "../../../lib/resource.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { contracts, moveTo } from "../contracts.api.ts";

const TO = { draft: "draft", close: "closed", cancel: "cancelled" } as const;
export type QuestionName = keyof typeof TO | "delete";

/** What is asked, as an action. */
export const LABELS = {
  draft: "contracts.return_to_draft",
  close: "contracts.close",
  cancel: "contracts.cancel",
  delete: "contracts.delete",
} as const;

/** Asks before a contract is deleted, or moved to a state that loses data or is final. */
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
  const { title, assignee, applications, transfers, transfersConfirmed, pay, currency } = contract;
  const { user } = useUser();
  const unconfirmed = (transfers ?? 0) - (transfersConfirmed ?? 0);
  const frees = name === "draft" || name === "cancel";
  const consequences = [
    name === "delete" && t("contracts.only_drafts"),
    t(name === "draft" ? "contracts.ask.draft_text" : "contracts.ask.permanent"),
    frees && assignee && t("contracts.loses.assignee", { name: assignee.displayName }),
    frees && applications && t("contracts.loses.applications", { count: applications }),
    name === "draft" && transfers && t("contracts.loses.split"),
    name === "close" &&
      transfers === 0 &&
      assignee &&
      t("contracts.loses.unsplit", { pay: `${format.number(pay)} ${currency}`, name: assignee.displayName }),
    name === "close" && transfers === 0 && assignee?.userId === user?.id && t("contracts.loses.own_word"),
    name === "close" && unconfirmed > 0 && t("contracts.loses.unconfirmed", { count: unconfirmed }),
  ];
  const move = (to: ContractStatus) =>
    act(() => editing.run(contract, moveTo(to)), {
      done: (saved) =>
        saved && {
          title: t("contracts.updated"),
          description:
            to === "closed" && unconfirmed > 0
              ? t("contracts.loses.unconfirmed", { count: unconfirmed })
              : "",
        },
      failed: t("contracts.update_failed"),
    });
  const remove = async () => {
    const isDone = await act(() => contracts.remove(contract), {
      done: { title: t("contracts.deleted"), description: title },
      failed: t("contracts.delete_failed"),
    });
    if (isDone) onDeleted();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`contracts.ask.${name}`, { title })}
      description={consequences.filter(Boolean).join(" ")}
      confirmLabel={t(LABELS[name])}
      cancelLabel={t("action.back")}
      danger
      onConfirm={async () => void (name === "delete" ? await remove() : await move(TO[name]))}
    />
  );
}
