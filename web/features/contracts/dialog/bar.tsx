import { type ReactNode, Suspense, useState } from "react";
import type { Contract, ContractStatus } from "../../../../worker/features/contracts/contracts.schema.ts";
import { useAction } from "../../../lib/action.ts";
import type { ApiError } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Editing } from "../../../lib/resource.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { MoreIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { applyButton } from "../../applications/index.ts";
import { payoutAction } from "../../payouts/index.ts";
import { moveTo, usePost } from "../contracts.api.ts";
import { LABELS, Question, type QuestionName } from "./questions.tsx";

/** States in which the next step can be a step of the payout. */
const PAID_FROM: readonly ContractStatus[] = ["completed", "awaiting_payment", "payment_sent", "closed"];

/** Opens the form, with the refusal of a draft that could not be posted. */
export type OnEdit = (refusal: ApiError | null) => void;

/** Whether closing is all that is left to do for the reader. */
const isPaid = ({ status, can }: Contract) => status === "payment_sent" && can.decide;

/** The reader's next step as a button; null without one. */
function useNextStep(
  contract: Contract,
  editing: Editing<Contract>,
  onEdit: OnEdit,
  onClosing: () => void,
): ReactNode {
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
  if (isPaid(contract)) return button(t("contracts.close"), false, onClosing);
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
  const nextStep = useNextStep(contract, editing, onEdit, () => setQuestion("close"));
  const part = PAID_FROM.includes(status) ? payoutAction : can.apply ? applyButton : null;
  const primary =
    nextStep ??
    (part && (
      <Suspense>
        <part.View contract={contract} />
      </Suspense>
    ));
  const asking = question ? (
    <Question
      name={question}
      contract={contract}
      editing={editing}
      onDeleted={props.onDeleted}
      onClose={() => setQuestion(null)}
    />
  ) : null;
  if (!can.update)
    return (
      <>
        {primary}
        {asking}
      </>
    );
  const isOffered = {
    draft: can.moveTo.includes("draft"),
    close: can.moveTo.includes("closed") && !isPaid(contract),
    cancel: can.moveTo.includes("cancelled"),
    delete: can.delete,
  };
  const item = (name: QuestionName, danger = false) =>
    isOffered[name] ? (
      <MenuItem danger={danger} onSelect={() => setQuestion(name)}>
        {t(LABELS[name])}
      </MenuItem>
    ) : null;
  const button = (name: QuestionName, danger = false) =>
    isOffered[name] ? (
      <Button variant={danger ? "danger" : "default"} onClick={() => setQuestion(name)}>
        {t(LABELS[name])}
      </Button>
    ) : null;
  const cancel = item("cancel", true);
  const edit = (className?: string) => (
    <Button className={className} onClick={() => onEdit(null)}>
      {t("contracts.edit")}
    </Button>
  );
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
  return (
    <div className="flex w-full items-center gap-2 max-md:[&>.btn:last-child]:h-10 max-md:[&>.btn:last-child]:flex-1">
      {isPhone ? (
        <>
          {menu(
            <>
              <MenuItem onSelect={() => onEdit(null)}>{t("contracts.edit")}</MenuItem>
              {item("draft")}
              {item("close")}
              {cancel}
              {item("delete", true)}
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
          {button("delete", true)}
          {can.delete ? (
            <span className="ml-1 min-w-0 text-sm text-ink-2">{t("contracts.only_drafts")}</span>
          ) : null}
          <span className="ml-auto flex flex-none gap-2">
            {cancel ? menu(cancel) : null}
            {edit()}
            {primary}
          </span>
        </>
      )}
      {asking}
    </div>
  );
}
