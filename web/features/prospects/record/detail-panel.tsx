import { type ReactNode, useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { ClockIcon, LogOutIcon, NoteIcon } from "../../../ui/icons.tsx";
import { AssignDialog, CommentDialog, TimeDialog } from "../dialogs.tsx";
import { DeadlineField, daysSince } from "../fields/deadline-fields.tsx";
import { EditConflict } from "../fields/prospect-conflict.tsx";
import { prospects, useAssignees } from "../prospects.api.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { NotesField } from "./notes/notes-field.tsx";

const DIALOGS = { assign: AssignDialog, comment: CommentDialog, time: TimeDialog };

function Row({ label, children }: { label: string; children: ReactNode }) {
  const t = useT();
  return (
    <div className="flex items-start gap-4 border-t border-line py-[9px] first:border-t-0 max-sm:flex-col max-sm:gap-0.5">
      <dt className="hint w-24 flex-none pt-px">{label}</dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {children || <span className="text-ink-3">{t("prospect.not_provided")}</span>}
      </dd>
    </div>
  );
}

/** Who the prospect is, who is responsible, what is due, and the notes. */
export function DetailPanel({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { user } = useUser();
  const editing = prospects.useEdit();
  const assignees = useAssignees();
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const [isEnding, setEnding] = useState(false);
  const { can } = prospect;
  const assignee = assignees.get(prospect.assignedTo);
  const readOnly = can.update ? null : t("prospect.blocked.no_permission");
  const Open = open && DIALOGS[open];
  const failure = { title: t("prospect.failed.deadline") };
  const setDeadline = (deadline: string | null) => {
    const edit = { call: "/deadline", body: { deadline }, patch: { deadline } };
    editing.run(prospect, edit).catch((error: unknown) => tellFailure(error, failure));
  };
  const endSessions = async () => {
    await endSessionsOf(prospect);
    toast({ title: t("prospect.sessions.done"), description: prospect.displayName });
  };
  return (
    <div className="min-w-0 px-[22px] pt-[10px] pb-[22px] max-md:px-4 md:border-r md:border-line">
      {editing.conflict ? (
        <div className="my-2">
          <EditConflict editing={editing} failure={failure} />
        </div>
      ) : null}
      <dl>
        <Row label={t("prospect.field.assignedTo")}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {prospect.assignedTo === null ? (
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
              reason={can.assign ? null : t("prospect.blocked.assign")}
              onClick={() => setOpen("assign")}
            >
              {t(prospect.assignedTo === null ? "prospect.assign.confirm" : "prospect.assign.reassign")}
            </Button>
          </span>
        </Row>
        <Row label={t("prospect.field.deadline")}>
          <DeadlineField prospect={prospect} onSet={setDeadline} />
        </Row>
        <Row label={t("prospect.field.referral")}>{prospect.referralSource}</Row>
        <Row label={t("prospect.field.rsi")}>{prospect.starCitizenId}</Row>
        <Row label={t("prospect.field.email")}>
          {prospect.email ? (
            <a className="link" href={`mailto:${prospect.email}`}>
              {prospect.email}
            </a>
          ) : null}
        </Row>
        <Row label={t("prospect.field.discord")}>{prospect.discordId}</Row>
        <Row label={t("prospect.field.pipeline")}>
          {t("prospect.in_pipeline", {
            days: daysSince(prospect.createdAt, now),
            stage: daysSince(prospect.stageChangedAt, now),
          })}
          <span className="hint"> · {t("prospect.since", { date: format.date(prospect.createdAt) })}</span>
        </Row>
      </dl>
      {user ? <NotesField key={user.id} prospect={prospect} userId={user.id} readOnly={readOnly} /> : null}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="s" icon={<NoteIcon />} reason={readOnly} onClick={() => setOpen("comment")}>
          {t("prospect.comment.action")}
        </Button>
        <Button size="s" icon={<ClockIcon />} reason={readOnly} onClick={() => setOpen("time")}>
          {t("prospect.time.action")}
        </Button>
        {can.endSessions ? (
          <Button size="s" icon={<LogOutIcon />} onClick={() => setEnding(true)}>
            {t("prospect.sessions.end")}
          </Button>
        ) : null}
      </div>
      {isEnding ? (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(false)}
          title={t("prospect.sessions.title", { name: prospect.displayName })}
          description={t("prospect.sessions.text")}
          confirmLabel={t("prospect.sessions.end")}
          danger
          onConfirm={endSessions}
        />
      ) : null}
      {Open ? <Open prospect={prospect} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
