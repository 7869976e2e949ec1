import { type ReactNode, Suspense, useState } from "react";
import type { Contract, ContractStatus } from "../../../../worker/features/contracts/contracts.schema.ts";
import type { ApiError } from "../../../lib/api.ts";
import { type Failure, tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { Editing } from "../../../lib/resource.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { MoreIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { moveTo } from "../contracts.api.ts";
import { payoutAction } from "../payouts/index.ts";
import { usePost } from "../use-post.ts";
import { Question, type QuestionName } from "./questions.tsx";

/** States in which the next step can be one of the payout's. */
const PAID_FROM: readonly ContractStatus[] = ["completed", "awaiting_payment", "payment_sent", "closed"];

/** Why a contract cannot be closed as it stands; null where it can. */
function useCloseReason({ status, can }: Contract): string | null {
  const t = useT();
  if (can.moveTo.includes("closed")) return null;
  if (status === "awaiting_payment") return t("contracts.close_after_payment");
  return t(status === "closed" || status === "cancelled" ? "contracts.final" : "contracts.close_when_done");
}

/** The step that is the reader's to take, as a button; null where there is none. */
function useNextStep(contract: Contract, editing: Editing<Contract>, onEdit: Props["onEdit"]): ReactNode {
  const t = useT();
  const { status, can, assignedTo } = contract;
  const { post, pending } = usePost((_, refusal) => onEdit(refusal));
  const failure: Failure = { title: t("contracts.update_failed") };
  const move = async (to: ContractStatus) => {
    try {
      if (await editing.run(contract, moveTo(to))) toast({ title: t("contracts.updated") });
    } catch (error) {
      tellFailure(error, failure);
    }
  };
  const button = (label: string, isPending: boolean, run: () => void) => (
    <Button variant="primary" pending={isPending} onClick={run}>
      {label}
    </Button>
  );
  if (can.post) return button(t("contracts.post"), pending !== null, () => post(contract));
  if (can.moveTo.includes("accepted") && assignedTo !== null)
    return button(t("contracts.start"), editing.pending, () => void move("accepted"));
  if (status === "accepted" && can.moveTo.includes("completed"))
    return button(t("contracts.complete"), editing.pending, () => void move("completed"));
  return null;
}

type Props = {
  contract: Contract;
  editing: Editing<Contract>;
  /** Opens the form; with why the draft could not be posted, if that is the reason. */
  onEdit: (refusal: ApiError | null) => void;
  onDeleted: () => void;
};

/** What those who look after a contract can do with it, and the next step for whoever's it is. */
export function Bar(props: Props) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { contract, editing, onEdit } = props;
  const { can, status } = contract;
  const [question, setQuestion] = useState<QuestionName | null>(null);
  const closeReason = useCloseReason(contract);
  const nextStep = useNextStep(contract, editing, onEdit);
  const draftReason = can.moveTo.includes("draft")
    ? null
    : t(status === "draft" ? "contracts.is_draft" : "contracts.final");
  const primary =
    nextStep ??
    (PAID_FROM.includes(status) ? (
      <Suspense>
        <payoutAction.View contract={contract} />
      </Suspense>
    ) : null);
  if (!can.decide) return primary;
  const cancel = can.moveTo.includes("cancelled") ? (
    <MenuItem danger onSelect={() => setQuestion("cancel")}>
      {t("contracts.cancel")}
    </MenuItem>
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
  const hint = [closeReason, status === "draft" || draftReason ? null : t("contracts.only_drafts")]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="flex w-full items-center gap-2 max-md:[&>.primary]:h-10 max-md:[&>.primary]:flex-1">
      {isPhone ? (
        <>
          {menu(
            <>
              {can.update ? <MenuItem onSelect={() => onEdit(null)}>{t("contracts.edit")}</MenuItem> : null}
              <MenuItem reason={draftReason} onSelect={() => setQuestion("draft")}>
                {t("contracts.return_to_draft")}
              </MenuItem>
              <MenuItem reason={closeReason} onSelect={() => setQuestion("close")}>
                {t("contracts.close")}
              </MenuItem>
              {cancel || can.delete ? <MenuSeparator /> : null}
              {cancel}
              {can.delete ? (
                <MenuItem danger onSelect={() => setQuestion("delete")}>
                  {t("contracts.delete")}
                </MenuItem>
              ) : null}
            </>,
          )}
          {can.update ? (
            // Where there is no step to take, it is the one action.
            <Button className="h-10 flex-1 not-last:hidden" onClick={() => onEdit(null)}>
              {t("contracts.edit")}
            </Button>
          ) : null}
          {primary}
        </>
      ) : (
        <>
          <Button reason={draftReason} onClick={() => setQuestion("draft")}>
            {t("contracts.return_to_draft")}
          </Button>
          <Button reason={closeReason} onClick={() => setQuestion("close")}>
            {t("contracts.close")}
          </Button>
          {can.delete ? (
            <Button variant="danger" onClick={() => setQuestion("delete")}>
              {t("contracts.delete")}
            </Button>
          ) : null}
          <span className="ml-1 min-w-0 text-sm text-ink-2">{hint}</span>
          <span className="ml-auto flex flex-none gap-2">
            {cancel ? menu(cancel) : null}
            {can.update ? <Button onClick={() => onEdit(null)}>{t("contracts.edit")}</Button> : null}
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
