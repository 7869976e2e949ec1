import { type ReactNode, Suspense, useState } from "react";
import type { Contract, ContractStatus } from "../../../../worker/features/contracts/contracts.schema.ts";
import { useAction } from "../../../lib/action.ts";
import type { ApiError } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Editing } from "../../../lib/resource.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { MoreIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { applyButton } from "../../applications/index.ts";
import { payoutAction } from "../../payouts/index.ts";
import { moveTo, usePost } from "../contracts.api.ts";
import { Question, type QuestionName } from "./questions.tsx";

/** States in which the next step can be a step of the payout. */
const PAID_FROM: readonly ContractStatus[] = ["completed", "awaiting_payment", "payment_sent", "closed"];

/** Why a contract cannot be closed in its state; null where it can. */
function useCloseReason({ status, can }: Contract): string | null {
  const t = useT();
  if (can.moveTo.includes("closed")) return null;
  if (status === "awaiting_payment") return t("contracts.close_after_payment");
  return t(status === "closed" || status === "cancelled" ? "contracts.final" : "contracts.close_when_done");
}

/** Opens the form, with the refusal of a draft that could not be posted. */
export type OnEdit = (refusal: ApiError | null) => void;

/** The reader's next step as a button; null without one. */
function useNextStep(contract: Contract, editing: Editing<Contract>, onEdit: OnEdit): ReactNode {
  const t = useT();
  const { status, can, assignedTo } = contract;
  const post = usePost((_, refusal) => onEdit(refusal));
  const move = useAction((to: ContractStatus) => editing.run(contract, moveTo(to)), {
    done: (saved) => saved && { title: t("contracts.updated") },
    failed: t("contracts.update_failed"),
  });
  const button = (label: string, isPending: boolean, run: () => void) => (
    <Button key={label} variant="primary" pending={isPending} onClick={run}>
      {label}
    </Button>
  );
  if (can.post) return button(t("contracts.post"), post.pending, () => void post.run(contract));
  if (can.moveTo.includes("accepted") && assignedTo !== null)
    return button(t("contracts.start"), editing.pending, () => void move.run("accepted"));
  if (status === "accepted" && can.moveTo.includes("completed"))
    return button(t("contracts.complete"), editing.pending, () => void move.run("completed"));
  return null;
}

/** The actions of the users who manage a contract, and the reader's next step. */
export function Bar(props: {
  contract: Contract;
  editing: Editing<Contract>;
  onEdit: OnEdit;
  onDeleted: () => void;
}) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { contract, editing, onEdit } = props;
  const { can, status } = contract;
  const [question, setQuestion] = useState<QuestionName | null>(null);
  const closeReason = useCloseReason(contract);
  const nextStep = useNextStep(contract, editing, onEdit);
  const isFinal = status === "closed" || status === "cancelled";
  const unmoved =
    status === "draft" ? "contracts.is_draft" : isFinal ? "contracts.final" : "contracts.paid_out";
  const draftReason = can.moveTo.includes("draft") ? null : t(unmoved);
  const part = PAID_FROM.includes(status) ? payoutAction : can.apply && !can.decide ? applyButton : null;
  const primary =
    nextStep ??
    (part && (
      <Suspense>
        <part.View contract={contract} />
      </Suspense>
    ));
  if (!can.decide) return primary;
  const actions = {
    draft: { children: t("contracts.return_to_draft"), reason: draftReason, danger: false },
    close: { children: t("contracts.close"), reason: closeReason, danger: false },
    cancel: { children: t("contracts.cancel"), reason: null, danger: true },
    delete: { children: t("contracts.delete"), reason: null, danger: true },
  };
  const item = (name: QuestionName) => <MenuItem {...actions[name]} onSelect={() => setQuestion(name)} />;
  const button = (name: QuestionName) => {
    const { danger, ...look } = actions[name];
    return <Button {...look} variant={danger ? "danger" : "default"} onClick={() => setQuestion(name)} />;
  };
  const cancel = can.moveTo.includes("cancelled") ? item("cancel") : null;
  const edit = (className?: string) =>
    can.update ? (
      <Button className={className} onClick={() => onEdit(null)}>
        {t("contracts.edit")}
      </Button>
    ) : null;
  const menu = (items: ReactNode) => (
    <Menu
      side="top"
      trigger={
        <IconButton
          variant="default"
          className="max-md:size-10"
          label={t("contracts.more_actions")}
          icon={<MoreIcon />}
        />
      }
    >
      {items}
    </Menu>
  );
  const hint = [closeReason, can.delete && t("contracts.only_drafts")];
  return (
    <div className="flex w-full items-center gap-2 max-md:[&>.primary]:h-10 max-md:[&>.primary]:flex-1">
      {isPhone ? (
        <>
          {menu(
            <>
              {can.update ? <MenuItem onSelect={() => onEdit(null)}>{t("contracts.edit")}</MenuItem> : null}
              {item("draft")}
              {item("close")}
              {cancel || can.delete ? <MenuSeparator /> : null}
              {cancel}
              {can.delete ? item("delete") : null}
            </>,
          )}
          {/* Shown alone, without a next step. */}
          {edit("h-10 flex-1 not-last:hidden")}
          {primary}
        </>
      ) : (
        <>
          {button("draft")}
          {button("close")}
          {can.delete ? button("delete") : null}
          <span className="ml-1 min-w-0 text-sm text-ink-2">{hint.filter(Boolean).join(" ")}</span>
          <span className="ml-auto flex flex-none gap-2">
            {cancel ? menu(cancel) : null}
            {edit()}
            {primary}
          </span>
        </>
      )}
      {question ? (
        <Question
          name={question}
          contract={contract}
          editing={editing}
          onDeleted={props.onDeleted}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </div>
  );
}
