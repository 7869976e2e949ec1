import { useEffect, useState } from "react";
import type {
  BulkAnswer,
  Prospect,
  ProspectStatus,
} from "../../../../worker/features/prospects/prospects.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { focusBack } from "../../../lib/focus.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Dot } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CalendarIcon, ChevronDownIcon, CloseIcon, InfoIcon, PersonIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { BulkAssignDialog, BulkMoveDialog } from "../dialogs.tsx";
import { DeadlineMenu } from "../fields/deadline-menu.tsx";
import { STATUS_TONE } from "../stages.ts";
import { BULK_TARGETS, bulkNeeds, skippedReasons } from "../steps/moves.ts";
import { type BulkChange, type BulkResult, bulkProgress, changeMany } from "./bulk.api.ts";

/** Names of skipped prospects per reason in the notice. */
const NAMES_SHOWN = 6;

/** The actions on the selected prospects; stays visible while the list scrolls. */
export function BulkBar(props: {
  selected: Prospect[];
  onDone: (result: BulkResult) => void;
  onClear: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { selected, onDone, onClear } = props;
  useEffect(() => focusBack, []);
  // The question stays about these while their changes arrive in the list.
  const [asking, setAsking] = useState<{ for: "assign" | ProspectStatus; selected: Prospect[] } | null>(null);
  const ask = (wanted: "assign" | ProspectStatus) => setAsking({ for: wanted, selected });
  const reasonOf = (call: "assign" | "update", refusal: string) =>
    selected.some(({ can }) => can[call]) ? null : refusal;
  const changeReason = reasonOf("update", t("prospect.blocked.no_permission"));
  const change = async (...wanted: BulkChange) =>
    onDone(await changeMany(asking?.selected ?? selected, ...wanted));
  const { run: setDeadline, pending } = useAction(
    (deadline: string | null) => change({ kind: "deadline", deadline }),
    { failed: t("prospects.bulk.failed") },
  );
  const waits = pending ? t("prospects.bulk.running") : null;
  const asked = { onRun: change, onClose: () => setAsking(null) };
  return (
    <section
      aria-label={t("prospects.bulk.label")}
      data-selection-bar=""
      className="sticky bottom-4 short:static z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-xl border border-line-strong bg-deck p-2 pl-4 shadow-[0_16px_50px_var(--shade)] max-md:bottom-[calc(72px+env(safe-area-inset-bottom))] max-md:flex-nowrap max-md:gap-1 max-md:pl-3 max-md:[&_.btn]:px-2 max-md:[&_.btn.icon]:w-7"
    >
      <span role="status" className="mr-1 font-book whitespace-nowrap">
        <span className="max-md:sr-only">
          {t("prospects.bulk.selected", { count: format.number(selected.length) })}
        </span>
        <span aria-hidden className="md:hidden">
          {format.number(selected.length)}
        </span>
      </span>
      <Button
        icon={<PersonIcon className="max-md:hidden" />}
        aria-keyshortcuts="a"
        reason={waits ?? reasonOf("assign", t("prospect.blocked.no_permission"))}
        onClick={() => ask("assign")}
      >
        {t("prospect.assign.confirm")}
      </Button>
      <DeadlineMenu
        side="top"
        trigger={
          <Button
            icon={<CalendarIcon className="max-md:hidden" />}
            reason={changeReason}
            pending={pending}
            aria-keyshortcuts="d"
          >
            {t("prospect.field.deadline")}
            <ChevronDownIcon className="max-md:hidden" />
          </Button>
        }
        reason={changeReason}
        mayClear
        onPick={(deadline) => void setDeadline(deadline)}
      />
      <Menu
        side="top"
        trigger={
          <Button reason={waits ?? changeReason} data-bulk="move" aria-keyshortcuts="e">
            {t("prospects.bulk.move")}
            <ChevronDownIcon className="max-md:hidden" />
          </Button>
        }
      >
        {BULK_TARGETS.map((to) => {
          const count = bulkNeeds(selected, to).able;
          return (
            <MenuItem
              key={to}
              icon={<Dot tone={STATUS_TONE[to]} />}
              reason={changeReason ?? (count === 0 ? t("prospects.bulk.none_able") : null)}
              onSelect={() => ask(to)}
            >
              {t(`status.${to}`)}{" "}
              {count > 0 ? (
                <span className="hint">{t("prospects.bulk.able", { count, of: selected.length })}</span>
              ) : null}
            </MenuItem>
          );
        })}
      </Menu>
      <IconButton
        label={t("prospects.bulk.clear")}
        icon={<CloseIcon />}
        aria-keyshortcuts="Escape"
        onClick={onClear}
      />
      {asking?.for === "assign" ? <BulkAssignDialog selected={asking.selected} {...asked} /> : null}
      {asking && asking.for !== "assign" ? (
        <BulkMoveDialog selected={asking.selected} to={asking.for} {...asked} />
      ) : null}
    </section>
  );
}

/** How far a change of many prospects is, or undoing it; over a dialog that waits for it, too. */
export function BulkProgress() {
  const t = useT();
  const progress = useStore(bulkProgress);
  if (!progress) return null;
  return (
    <label className="fixed inset-x-4 top-16 z-50 mx-auto flex w-fit max-w-full items-center gap-3 rounded-xl border border-line-strong bg-deck px-4 py-2.5 shadow-[0_16px_50px_var(--shade)]">
      {t("prospects.bulk.running")}
      <progress
        className="h-1.5 w-40 min-w-0 forced-color-adjust-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-ice [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ice"
        value={progress.done}
        max={progress.total}
      />
    </label>
  );
}

export function SkippedNotice({ skipped, onClose }: { skipped: BulkAnswer["skipped"]; onClose: () => void }) {
  const t = useT();
  return (
    <section
      aria-label={t("prospects.bulk.skipped", { count: skipped.length })}
      className="mb-4 flex items-start gap-3 rounded-l border border-line bg-hull px-4 py-3"
    >
      <InfoIcon className="mt-0.5 flex-none text-wait" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t("prospects.bulk.skipped", { count: skipped.length })}</p>
        <ul className="mt-1 grid gap-1 text-ink-2">
          {skippedReasons(skipped).map(({ detail, names }) => {
            const shown = names.slice(0, NAMES_SHOWN).map((name) => name ?? t("date.unknown"));
            const rest = names.length - shown.length;
            return (
              <li key={detail}>
                <b className="font-book text-ink">
                  {shown.join(", ")}
                  {rest > 0 ? ` ${t("prospects.bulk.and_more", { count: rest })}` : ""}
                </b>
                {": "}
                {detail}
              </li>
            );
          })}
        </ul>
      </div>
      <IconButton label={t("action.close")} icon={<CloseIcon />} size="s" onClick={onClose} />
    </section>
  );
}
