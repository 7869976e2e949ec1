import { Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Correctable, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { id, useAddress } from "../../../lib/address.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { ClockIcon, EditIcon, ExchangeIcon, MoreIcon, NoteIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { isGone, RecordDialog, RecordOver } from "../../../ui/record-over.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { HistoryItem } from "../../audit/index.ts";
import { nextApplicant, review, useApplication } from "../../joining/index.ts";
import { AssignDialog, CommentDialog, MergeDialog, RemoveDialog, TimeDialog } from "../dialogs.tsx";
import { DeadlineField } from "../fields/deadline-fields.tsx";
import { useDeadline } from "../fields/deadline-menu.tsx";
import { daysSince } from "../fields/deadlines.ts";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { useRemoval } from "../person/corrections.api.ts";
import { FactsForm, FactsOf } from "../person/facts-form.tsx";
import { SamePerson } from "../person/same-person.tsx";
import { SignInFact } from "../person/sign-in-fact.tsx";
import { prospects, useActivities, useAssignees } from "../prospects.api.ts";
import { STATUS_TONE } from "../stages.ts";
import { StageActions, useMoves } from "../steps/stage-actions.tsx";
import { TestMark } from "../test-mark.tsx";
import { Uncovered } from "../uncovered.tsx";
import { LogPanel } from "./log/log-panel.tsx";
import { NotesField } from "./notes/notes-field.tsx";
import { useProspectPresence } from "./presence.ts";
import { RemovedState } from "./removed-state.tsx";

export default function ProspectDialog(props: {
  id: number;
  onClose: () => void;
  /** Selector of the element that gets the focus afterwards; the one that had it before without it. */
  returnFocus?: string;
}) {
  const t = useT();
  const { id, onClose, returnFocus } = props;
  const answer = prospects.useOne(id);
  const { error, mutate } = answer;
  const { data: removal, isLoading } = useRemoval(id, isGone(error));
  return (
    <RecordOver
      of={isLoading ? { ...answer, error: undefined } : answer}
      title={t("prospect.loading_title")}
      width={1040}
      className="md:max-h-[80vh] max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:border-x-0 max-md:border-b-0"
      returnFocus={returnFocus}
      onClose={onClose}
      gone={removal && <RemovedState removal={removal} onRestored={() => void mutate()} />}
    >
      {(prospect) => <Loaded prospect={prospect} onClose={onClose} />}
    </RecordOver>
  );
}

function Loaded({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { data: activities = [] } = useActivities(prospect.id);
  const { displayName, username, avatarUrl, status, isTest } = prospect;
  const { text, dot } = useProspectPresence(prospect, activities);
  // The server stores the name where no game tag was typed; without a Discord account there is no presence.
  const isNamed = username !== displayName;
  const isKnown = dot !== null || prospect.discordId !== null;
  const { take, elements } = useMoves();
  const actions = <StageActions prospect={prospect} take={take} />;
  const openNext = useOpenNext();
  const asked = useApplication(prospect);
  const { data: application, isLoading } = asked;
  const admission = application?.admission ?? null;
  const next = application?.next ? (
    <Suspense>
      <nextApplicant.View next={application.next} onOpen={openNext} />
    </Suspense>
  ) : null;
  const staff = [
    <DetailPanel key="detail" prospect={prospect} onRemoved={onClose} />,
    <LogPanel key="log" prospect={prospect} activities={activities} />,
  ];
  return (
    <RecordDialog
      lead={<Avatar name={displayName} src={avatarUrl} presence={dot} className="mt-0.5" />}
      title={t("prospect.dialog_title", { name: displayName })}
      marks={
        <>
          <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>
          {isTest ? <TestMark /> : null}
        </>
      }
      description={
        <span className="hint">
          {isNamed ? `@${username}` : null}
          {isNamed && isKnown ? " · " : null}
          {isKnown ? <span>{text}</span> : null}
        </span>
      }
      {...(phone
        ? { footer: actions, actions: next }
        : {
            actions: (
              <div className="flex flex-wrap justify-end gap-2">
                {next}
                {actions}
              </div>
            ),
          })}
    >
      {asked.error && !application ? (
        <ErrorState error={asked.error} onRetry={() => void asked.mutate()} className="py-8" />
      ) : null}
      {isLoading ? (
        LOADING
      ) : (
        <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
          {application && admission ? (
            <>
              <div className="min-w-0">
                <Suspense fallback={LOADING}>
                  <review.View
                    application={{ ...application, admission }}
                    prospectId={prospect.id}
                    name={displayName}
                  />
                </Suspense>
              </div>
              <div className="min-w-0 divide-y divide-line max-md:border-t max-md:border-line">{staff}</div>
            </>
          ) : (
            staff
          )}
        </div>
      )}
      {elements}
    </RecordDialog>
  );
}

const LOADING = <SkeletonLines lines={9} className="min-h-[420px] pad-wide py-5" />;

const ADDRESS = { prospect: id };

/** Shows another prospect over the same page, in the place of this one. */
function useOpenNext() {
  const { change } = useAddress(useLocation().pathname, ADDRESS);
  return (prospect: number) => change({ prospect });
}

const DIALOGS = { assign: AssignDialog, comment: CommentDialog, deadline: CommentDialog, time: TimeDialog };

const FACTS = {
  row: "flex items-start gap-4 border-t border-line py-[9px] first:border-t-0 max-sm:flex-col max-sm:gap-0.5",
  label: "hint w-24 flex-none pt-px",
  value: "min-w-0 flex-1 [overflow-wrap:anywhere]",
};

function DetailPanel({ prospect, onRemoved }: { prospect: Prospect; onRemoved: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const format = useFormat();
  const now = useNow();
  const deadlines = useDeadline();
  const { editing } = deadlines.conflict;
  const assignees = useAssignees();
  const [open, setOpen] = useState<keyof typeof DIALOGS | "merge" | "remove" | "facts" | null>(null);
  const { can, assignedTo, createdAt } = prospect;
  const assignee = assignees.get(assignedTo);
  const readOnly = can.update ? null : t("prospect.blocked.no_permission");
  const Open = open && open in DIALOGS ? DIALOGS[open as keyof typeof DIALOGS] : null;
  const close = () => setOpen(null);
  const [firstFact, setFirstFact] = useState<Correctable>("displayName");
  const openFacts = (first: Correctable) => {
    setFirstFact(first);
    setOpen("facts");
  };
  // The dialog of the prospect that was merged away would show that it is gone.
  const onMerged = ({ id }: Prospect) => id !== prospect.id && void navigate(`/crm?prospect=${id}`);
  const blocked = can.merge ? null : t("prospect.blocked.no_permission");
  return (
    <div className="min-w-0 pad-wide pt-[10px] pb-[22px]">
      {editing.conflict ? (
        <div className="my-2">
          <EditConflict {...deadlines.conflict} />
        </div>
      ) : null}
      <NotesField prospect={prospect} />
      <Facts look={FACTS} className="mt-3">
        <Fact label={t("prospect.field.assignedTo")}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {assignedTo === null ? (
              <span className="text-ink-3">{t("prospect.empty.assignedTo")}</span>
            ) : (
              <>
                <Avatar size="s" name={assignee?.displayName ?? "?"} src={assignee?.avatarUrl} />
                {assignee?.displayName ?? t("prospect.somebody")}
              </>
            )}
            <Button
              variant="quiet"
              size="s"
              className={cx("-my-1 px-1.5 text-md", can.assign && "text-ice")}
              reason={can.assign ? null : t("prospect.blocked.no_permission")}
              onClick={() => setOpen("assign")}
            >
              {t(assignedTo === null ? "prospect.assign.confirm" : "prospect.assign.reassign")}
            </Button>
          </span>
          <Uncovered
            prospect={prospect}
            name={assignee?.displayName ?? t("prospect.somebody")}
            className="mt-1"
          />
        </Fact>
        <Fact label={t("prospect.field.deadline")}>
          <DeadlineField
            prospect={prospect}
            pending={editing.pending}
            onSet={(deadline) => deadlines.set(prospect, deadline)}
            onOther={() => setOpen("deadline")}
          />
        </Fact>
        {open === "facts" ? null : <FactsOf prospect={prospect} />}
        <Fact label={t("prospect.sign_in.label")}>
          <SignInFact prospect={prospect} onLink={() => openFacts("discordId")} />
        </Fact>
        <Fact label={t("prospect.field.pipeline")}>
          {t("prospect.in_pipeline", {
            date: format.date(createdAt),
            days: t("prospect.days_here", { days: daysSince(prospect.stageChangedAt, now) }),
          })}
        </Fact>
      </Facts>
      {open === "facts" ? (
        <FactsForm prospect={prospect} first={firstFact} onClose={close} />
      ) : (
        <div className="mt-1 mb-2 flex items-center justify-between gap-3">
          <Button size="s" icon={<EditIcon />} reason={readOnly} onClick={() => openFacts("displayName")}>
            {t("prospect.facts.edit")}
          </Button>
          <Menu
            side="top"
            trigger={
              <IconButton
                label={t("prospect.menu", { name: prospect.displayName })}
                icon={<MoreIcon />}
                size="s"
              />
            }
          >
            <MenuItem icon={<NoteIcon />} reason={readOnly} onSelect={() => setOpen("comment")}>
              {t("prospect.comment")}
            </MenuItem>
            <MenuItem icon={<ClockIcon />} reason={readOnly} onSelect={() => setOpen("time")}>
              {t("prospect.time")}
            </MenuItem>
            <HistoryItem area="prospects" id={prospect.id} />
            <MenuItem icon={<ExchangeIcon />} reason={blocked} onSelect={() => setOpen("merge")}>
              {t("prospect.merge")}
            </MenuItem>
            <MenuItem
              icon={<TrashIcon />}
              danger
              reason={blocked ?? (can.remove ? null : t("prospect.remove.blocked_member"))}
              onSelect={() => setOpen("remove")}
            >
              {t("prospect.remove")}
            </MenuItem>
          </Menu>
        </div>
      )}
      <SamePerson prospect={prospect} onMerged={onMerged} />
      {Open ? <Open prospect={prospect} isDeadline={open === "deadline"} onClose={close} /> : null}
      {open === "merge" ? (
        <MergeDialog {...{ prospect, onMerged }} suggested={null} isLink={false} onClose={close} />
      ) : null}
      {open === "remove" ? <RemoveDialog {...{ prospect, onRemoved }} onClose={close} /> : null}
    </div>
  );
}
