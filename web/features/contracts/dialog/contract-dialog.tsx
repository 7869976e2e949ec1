import { Suspense } from "react";
import {
  type Contract,
  type ContractHistoryEntry,
  isAvailable,
  STEPS,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import type { ApiError } from "../../../lib/api.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { conflictOf } from "../../../ui/conflict-panel.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { RecordDialog, RecordOver } from "../../../ui/record-over.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tracker as Steps } from "../../../ui/tracker.tsx";
import { applicationsSection } from "../../applications/index.ts";
import { payoutSection } from "../../payouts/index.ts";
import { WishSource } from "../../wishes/index.ts";
import { Risk, TypeMark, useContractState } from "../contract-parts.tsx";
import { reachedAt, stepOf } from "../contract-state.ts";
import { contracts, useContractHistory } from "../contracts.api.ts";
import { Bar, type OnEdit } from "./bar.tsx";
import { ContractConflict } from "./contract-conflict.tsx";
import { Description, Information, Timeline } from "./facts.tsx";

const FRAME =
  "border-b border-line bg-hull pad-wide pt-2 pb-[18px] max-md:py-3 md:sticky md:short:static md:top-0 md:z-2";

/** The steps of a contract; the times at which they were reached follow with its history. */
function Tracker(props: { contract: Contract; history: ContractHistoryEntry[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const { contract, history = [] } = props;
  const { status, assignee } = contract;
  const current = stepOf(status);
  const isLate = useContractState(contract) === "late";
  const dates = reachedAt(contract, history);
  const names = STEPS.map((step) => t(step === "open" ? "contracts.step.open" : `contracts.status.${step}`));
  if (status === "draft") names[0] = t("contracts.status.draft");
  if (current < 0) {
    const entry = history.find(({ newValue }) => newValue === "cancelled");
    return (
      <p className={cx(FRAME, "text-ink-2")}>
        {entry
          ? t("contracts.cancelled_by", { date: format.date(entry.createdAt), name: entry.performedBy })
          : props.history
            ? t("contracts.status.cancelled")
            : "\u00a0"}
      </p>
    );
  }
  const captionOf = (at: number): string => {
    const reached = dates[at];
    if (status === "draft" && at === 0) return t("contracts.not_posted");
    if (isLate && at === 0) return t("contracts.caption.late");
    if (at > current || (at === current && status !== "closed"))
      return t(`contracts.caption.${STEPS[at] ?? "open"}`);
    if (!reached) return props.history ? t("contracts.step_skipped") : "\u00a0";
    const date = format.shortDate(reached);
    return STEPS[at] === "accepted" && assignee ? `${date}, ${assignee.displayName}` : date;
  };
  return (
    <Steps
      steps={names.map((name, at) => ({ name, caption: captionOf(at) }))}
      current={current}
      className={FRAME}
    />
  );
}

// They are fetched beside the contract, which decides what they show.
for (const part of [payoutSection, applicationsSection]) void part.preload();

const EditForm = lazyDialog(() => import("../form/edit-form.tsx"));

export default function ContractDialog(props: {
  id: number;
  /** Shows the form instead of the contract. */
  isEditing: boolean;
  /** Why the draft could not be posted, for the form. */
  refusal: ApiError | null;
  /** Selector of the element that gets the focus afterwards. */
  returnFocus: string;
  onEdit: OnEdit;
  onEdited: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { id, isEditing, refusal, returnFocus, onEdit, onEdited, onClose } = props;
  return (
    <RecordOver
      of={contracts.useOne(id)}
      title={t("contracts.one")}
      width={1180}
      className="md:max-h-[94dvh] [&>header]:border-b-0 [&>header]:pb-2 max-md:[&>footer>.btn]:h-10 max-md:[&>footer>.btn]:grow"
      returnFocus={returnFocus}
      onClose={onClose}
      gone={
        <EmptyState
          title={t("contracts.gone")}
          text={t("contracts.gone_text")}
          action={<Button onClick={onClose}>{t("contracts.to_board")}</Button>}
        />
      }
    >
      {(contract) =>
        isEditing && contract.can.update ? (
          <EditForm contract={contract} refusal={refusal} onDeleted={onClose} onClose={onEdited} />
        ) : (
          <Loaded contract={contract} onEdit={onEdit} onClose={onClose} />
        )
      }
    </RecordOver>
  );
}

function Loaded(props: { contract: Contract; onEdit: OnEdit; onClose: () => void }) {
  const t = useT();
  const { contract, onEdit, onClose } = props;
  const { id, title, status, riskLevel, type } = contract;
  const history = useContractHistory(id);
  const editing = contracts.useEdit();
  const conflict = conflictOf(editing, { title: t("contracts.update_failed") });
  // What the step is about comes first: applications to answer, what is offered, then the money.
  const isOffered = isAvailable(status) || status === "draft";
  const isToDecide = isAvailable(status) && Boolean(contract.applications);
  const description = <Description text={contract.description} />;
  const applications = (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <applicationsSection.View contract={contract} />
    </Suspense>
  );
  return (
    <RecordDialog
      title={title}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Risk level={riskLevel} />
          <TypeMark type={type} />
        </span>
      }
      footer={<Bar contract={contract} editing={editing} onEdit={onEdit} onDeleted={onClose} />}
    >
      <Tracker contract={contract} history={history.list?.items} />
      {conflict ? (
        <div className="p-4">
          <ContractConflict {...conflict} />
        </div>
      ) : null}
      <section
        aria-label={t("contracts.details")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="grid -outline-offset-2 lg:grid-cols-[minmax(0,1fr)_384px]"
      >
        <div className="grid min-w-0 content-start gap-7 px-[22px] py-5 max-md:p-4">
          {isToDecide ? applications : null}
          {isOffered ? description : null}
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <payoutSection.View contract={contract} />
          </Suspense>
          {isAvailable(status) && !isToDecide ? applications : null}
          {isOffered ? null : description}
        </div>
        <div className="grid min-w-0 content-start gap-6 px-[22px] py-5 max-lg:border-t max-lg:border-line max-md:p-4 lg:border-l lg:border-line">
          <Information contract={contract} />
          <WishSource kind="contract" id={id} />
          {isOffered ? null : applications}
          <Timeline source={history} id={id} />
        </div>
      </section>
    </RecordDialog>
  );
}
