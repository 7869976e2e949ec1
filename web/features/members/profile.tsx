import { type ComponentProps, type ReactNode, Suspense, useId, useState } from "react";
import type { MemberStatus } from "../../../worker/features/members/members.schema.ts";
import type { MessageKey } from "../../catalogues.ts";
import { cx } from "../../lib/cx.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import type { Edit } from "../../lib/resource.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { KeyIcon, LogOutIcon, MoreIcon, ShieldIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { part } from "../../ui/part.tsx";
import { PANEL_PAD, RecordPanel } from "../../ui/record-panel.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { personSessions } from "../sessions/index.ts";
import { Byline, Face, LastSeen, MemberConflict, StatusText, useRefusal } from "./member-parts.tsx";
import {
  endSessions,
  type KnownMember,
  members,
  removeSecondFactor,
  roleEdit,
  statusEdit,
} from "./members.api.ts";
import { Permissions } from "./permissions.tsx";
import { Timeline } from "./timeline.tsx";

const roleDialog = part(() => import("./role-dialog.tsx"));
const passwordLink = part(() => import("./password-link-dialog.tsx"));

const SHOWS = ["timeline", "permissions", "sessions"] as const;
type Show = (typeof SHOWS)[number];

/** Everything about one member. */
export function Profile(props: {
  id: number;
  /** The member as the list shows it, until all is loaded. */
  known: KnownMember | undefined;
  frame: ComponentProps<typeof RecordPanel>["frame"];
  show: Show;
  onShow: (show: Show) => void;
}) {
  const t = useT();
  const { id, known, frame, show, onShow } = props;
  const { data: member = known, error, mutate } = members.useOne(id);
  return (
    <RecordPanel
      id={id}
      frame={frame}
      title={member?.displayName ?? t("members.member")}
      picture={member && <Face member={member} size="l" />}
      byline={member && <Byline member={member} />}
    >
      {member ? (
        <Loaded key={id} member={member} isBeside={frame.isBeside} show={show} onShow={onShow} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} className="border-t border-line" />
      ) : (
        <div aria-busy="true" className={cx("border-t border-line py-5", PANEL_PAD)}>
          <SkeletonLines lines={8} />
        </div>
      )}
    </RecordPanel>
  );
}

function Loaded(props: { member: KnownMember; isBeside: boolean; show: Show; onShow: (show: Show) => void }) {
  const t = useT();
  const tabs = useId();
  const { member, isBeside, onShow } = props;
  const explains = useCan("admin.users");
  const show = explains ? props.show : "timeline";
  const format = useFormat();
  const editing = members.useEdit();
  const { status, inDiscord, discordId, prospect, email } = member;
  const inServer = inDiscord ? "in" : discordId ? "left" : "none";
  const mail = email && (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
  /** What is known; a line without a value is left out. */
  const facts: { label: MessageKey; value: ReactNode }[] = [
    { label: "members.role", value: member.role },
    { label: "members.status", value: <StatusText status={status} /> },
    { label: "members.column.joined", value: format.date(member.joinedAt) },
    { label: "members.column.seen", value: <LastSeen member={member} /> },
    { label: "members.discord", value: t(`members.discord.${inServer}`) },
    { label: "members.rsi", value: prospect?.starCitizenId },
    { label: "members.referral", value: prospect?.referralSource },
    { label: "members.email", value: mail },
    { label: "members.signed_in", value: member.hasSignedIn === false && t("members.signed_in.never") },
  ];
  return (
    <>
      {/* What scrolls is reached by the keyboard. */}
      <div
        className={cx("min-h-0 flex-1", PANEL_PAD, isBeside && "overflow-auto -outline-offset-2")}
        tabIndex={isBeside ? 0 : undefined}
        data-scrolls=""
      >
        {editing.conflict ? (
          <div className="pb-4">
            <MemberConflict editing={editing} />
          </div>
        ) : null}
        {status === "inactive" ? <p className="pb-3 text-ink-2">{t("members.inactive_text")}</p> : null}
        <dl className="grid grid-cols-2 gap-x-7 border-b border-line max-md:grid-cols-1">
          {facts.map(({ label, value }) =>
            value ? (
              <div key={label} className="flex items-baseline gap-3 border-t border-line py-2">
                <dt className="hint w-20 flex-none">{t(label)}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        {explains ? (
          <SegmentedTabs
            id={tabs}
            label={t("members.show")}
            className="mt-4"
            options={SHOWS.map((value) => ({ value, label: t(`members.${value}`) }))}
            value={show}
            onChange={onShow}
          />
        ) : null}
        <div {...(explains ? tabPanel(tabs, show) : {})}>
          {show === "permissions" ? <Permissions id={member.id} /> : null}
          {show === "sessions" ? (
            <Suspense>
              <personSessions.View userId={member.userId} />
            </Suspense>
          ) : null}
          {show === "timeline" ? <Timeline id={member.id} /> : null}
        </div>
      </div>
      <Actions member={member} editing={editing} />
    </>
  );
}

/** What can be done with a member. What takes access away asks first; a change of role or status can be undone from its toast. */
function Actions({ member, editing }: { member: KnownMember; editing: ReturnType<typeof members.useEdit> }) {
  const t = useT();
  const { displayName: name, status, can, prospect } = member;
  const isActive = status === "active";
  const refusal = useRefusal()(member);
  const opensPipeline = useCan("prospects.read");
  const administers = useCan("admin.users");
  const [open, setOpen] = useState<"role" | "deactivate" | "sessions" | "link" | "factor" | null>(null);
  const close = () => setOpen(null);
  const failed = (error: unknown) => tellFailure(error, { title: t("members.failed") });

  const tell = (title: string, saved: KnownMember, undo: Edit<KnownMember>) =>
    toast({
      title,
      description: name,
      action: { label: t("action.undo"), run: () => void members.edit(saved, undo).catch(failed) },
    });
  const setStatus = async (next: MemberStatus) => {
    const saved = await editing.run(member, statusEdit(next));
    if (saved) tell(t(`members.${next}_done`), saved, statusEdit(status));
  };
  const end = async () => {
    await endSessions(member);
    toast({ title: t("members.sessions_done"), description: name });
  };
  const removeFactor = async () => {
    await removeSecondFactor(member.id);
    toast({ title: t("members.factor_done"), description: name });
  };
  return (
    <footer
      className={cx(
        "flex flex-wrap gap-2 border-t border-line bg-hull py-3 md:rounded-b-xl max-md:sticky max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:z-2 max-md:[&>.btn]:flex-1",
        PANEL_PAD,
      )}
    >
      {isActive ? (
        <Button reason={can.changeRole ? null : refusal} onClick={() => setOpen("role")}>
          {t("members.change_role")}
        </Button>
      ) : null}
      {prospect && opensPipeline ? (
        <ButtonLink to={`/crm?prospect=${prospect.id}`}>{t("members.open_crm")}</ButtonLink>
      ) : null}
      <span className="flex-1 max-md:hidden" />
      {isActive ? (
        <Menu
          side="top"
          trigger={
            <IconButton label={t("members.more_actions")} icon={<MoreIcon />} className="flex-none!" />
          }
        >
          {administers ? (
            <MenuItem
              icon={<KeyIcon />}
              reason={can.makePasswordLink ? null : refusal}
              onSelect={() => setOpen("link")}
            >
              {t("members.link")}
            </MenuItem>
          ) : null}
          {administers ? (
            <MenuItem
              icon={<ShieldIcon />}
              reason={can.makePasswordLink ? null : refusal}
              onSelect={() => setOpen("factor")}
            >
              {t("members.factor_remove")}
            </MenuItem>
          ) : null}
          <MenuItem
            icon={<LogOutIcon />}
            reason={can.endSessions ? null : refusal}
            onSelect={() => setOpen("sessions")}
          >
            {t("members.end_sessions")}
          </MenuItem>
        </Menu>
      ) : null}
      <Button
        variant={isActive ? "quiet" : "default"}
        reason={can.changeStatus ? null : refusal}
        pending={editing.pending}
        onClick={() => (isActive ? setOpen("deactivate") : void setStatus("active").catch(failed))}
      >
        {t(isActive ? "members.deactivate" : "members.activate")}
      </Button>
      {open === "role" ? (
        <Suspense>
          <roleDialog.View
            member={member}
            onSaved={(saved, before) =>
              tell(t("members.role_done", { role: saved.role }), saved, roleEdit(before))
            }
            onClose={close}
          />
        </Suspense>
      ) : null}
      {open === "link" ? (
        <Suspense>
          <passwordLink.View member={member} onClose={close} />
        </Suspense>
      ) : null}
      {open === "factor" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.factor_title", { name })}
          description={t("members.factor_text")}
          confirmLabel={t("members.factor_remove")}
          danger
          onConfirm={removeFactor}
        />
      ) : null}
      {open === "deactivate" || open === "sessions" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t(`members.${open}_title`, { name })}
          description={t(`members.${open}_text`)}
          confirmLabel={t(open === "sessions" ? "members.end_sessions" : "members.deactivate")}
          danger
          onConfirm={() => (open === "sessions" ? end() : setStatus("inactive"))}
        />
      ) : null}
    </footer>
  );
}
