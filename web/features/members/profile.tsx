import { type ComponentProps, type ReactNode, Suspense, useId, useState } from "react";
import type { MemberStatus } from "../../../worker/features/members/members.schema.ts";
import { act } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import type { Edit } from "../../lib/resource.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { conflictOf } from "../../ui/conflict-panel.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { KeyIcon, LogOutIcon, MoreIcon, ShieldIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { PANEL_PAD, RecordPanel } from "../../ui/record-panel.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { personSessions } from "../sessions/index.ts";
import { SHOWS, useMembersAddress } from "./address.ts";
import { Byline, Face, LastSeen, MemberConflict, StatusText, useRefusal } from "./member-parts.tsx";
import { endSessions, type KnownMember, members, removeFactor, roleEdit, statusEdit } from "./members.api.ts";
import { Permissions } from "./permissions.tsx";
import { Timeline } from "./timeline.tsx";

const RoleDialog = lazyDialog(() => import("./role-dialog.tsx"));
const PasswordLink = lazyDialog(() => import("./password-link-dialog.tsx"));

const FACTS = {
  list: "grid grid-cols-2 gap-x-7 border-b border-line max-md:grid-cols-1",
  row: "flex items-baseline gap-3 border-t border-line py-2",
  label: "hint w-20 flex-none",
  value: "min-w-0 [overflow-wrap:anywhere]",
};

export function Profile(props: {
  id: number;
  /** The member of the list, until the profile is loaded. */
  known: KnownMember | undefined;
  frame: ComponentProps<typeof RecordPanel>["frame"];
}) {
  const t = useT();
  const { id, known, frame } = props;
  const answer = members.useOne(id);
  const { data: member = known } = answer;
  return (
    <RecordPanel
      id={id}
      frame={frame}
      title={member?.displayName ?? t("members.member")}
      picture={member && <Face member={member} size="l" />}
      byline={member && <Byline member={member} />}
    >
      <AnswerView
        of={{ ...answer, data: member }}
        stateClass="border-t border-line"
        loading={<SkeletonLines lines={8} className={cx("border-t border-line py-5", PANEL_PAD)} />}
      >
        {(loaded) => <Loaded key={id} member={loaded} isBeside={frame.isBeside} />}
      </AnswerView>
    </RecordPanel>
  );
}

function Loaded({ member, isBeside }: { member: KnownMember; isBeside: boolean }) {
  const t = useT();
  const tabs = useId();
  const { address, change } = useMembersAddress();
  const explains = useCan("admin.users");
  const show = explains ? address.show : "timeline";
  const format = useFormat();
  const editing = members.useEdit();
  const conflict = conflictOf(editing, { title: t("members.failed") });
  const { status, inDiscord, discordId, prospect, email } = member;
  const inServer = inDiscord ? "in" : discordId ? "left" : "none";
  const mail = email && (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
  return (
    <>
      {/* A scrolling element is reachable by keyboard. */}
      <div
        className={cx("min-h-0 flex-1", PANEL_PAD, isBeside && "overflow-auto -outline-offset-2")}
        tabIndex={isBeside ? 0 : undefined}
        data-scrolls=""
      >
        {conflict ? (
          <div className="pb-4">
            <MemberConflict {...conflict} />
          </div>
        ) : null}
        {status === "inactive" ? <p className="pb-3 text-ink-2">{t("members.inactive_text")}</p> : null}
        <Facts look={FACTS}>
          <Fact label={t("members.role")}>{member.role}</Fact>
          <Fact label={t("members.status")}>
            <StatusText status={status} />
          </Fact>
          <Fact label={t("members.column.joined")}>{format.date(member.joinedAt)}</Fact>
          <Fact label={t("members.column.seen")}>
            <LastSeen member={member} />
          </Fact>
          <Fact label={t("members.discord")}>{t(`members.discord.${inServer}`)}</Fact>
          <Fact label={t("members.rsi")}>{prospect?.starCitizenId}</Fact>
          <Fact label={t("members.referral")}>{prospect?.referralSource}</Fact>
          <Fact label={t("members.email")}>{mail}</Fact>
          <Fact label={t("members.signed_in")}>
            {member.hasSignedIn === false && t("members.signed_in.never")}
          </Fact>
        </Facts>
        {explains ? (
          <SegmentedTabs
            id={tabs}
            label={t("members.show")}
            className="mt-4"
            options={SHOWS.map((value) => ({ value, label: t(`members.${value}`) }))}
            value={show}
            onChange={(next) => change({ show: next })}
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

/** The actions of a member. Those that take access away ask first; toasts offer to undo a change of role or status. */
function Actions({ member, editing }: { member: KnownMember; editing: ReturnType<typeof members.useEdit> }) {
  const t = useT();
  const { displayName: name, status, can, prospect } = member;
  const isActive = status === "active";
  const refusal = useRefusal()(member);
  const opensPipeline = useCan("prospects.read");
  const administers = useCan("admin.users");
  const [open, setOpen] = useState<"role" | "deactivate" | "sessions" | "link" | "factor" | null>(null);
  const close = () => setOpen(null);
  const failed = t("members.failed");
  const told = (title: string, saved: KnownMember, undo: Edit<KnownMember>) => ({
    title,
    description: name,
    action: { label: t("action.undo"), run: () => void act(() => members.edit(saved, undo), { failed }) },
  });
  const setStatus = (next: MemberStatus) => editing.run(member, statusEdit(next));
  const statusTold = (saved: KnownMember | null) =>
    saved && told(t(`members.${saved.status}_done`), saved, statusEdit(status));
  const item = (opens: "link" | "factor" | "sessions", icon: ReactNode, label: string, allowed: boolean) => (
    <MenuItem icon={icon} reason={allowed ? null : refusal} onSelect={() => setOpen(opens)}>
      {label}
    </MenuItem>
  );
  return (
    <footer
      className={cx(
        "flex flex-wrap gap-2 border-t border-line bg-hull py-3 md:rounded-b-xl max-md:sticky max-md:short:static max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:z-2 max-md:[&>.btn]:flex-1",
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
          {administers ? item("link", <KeyIcon />, t("members.link"), can.makePasswordLink) : null}
          {administers
            ? item("factor", <ShieldIcon />, t("members.factor_remove"), can.makePasswordLink)
            : null}
          {item("sessions", <LogOutIcon />, t("members.end_sessions"), can.endSessions)}
        </Menu>
      ) : null}
      <Button
        variant={isActive ? "quiet" : "default"}
        reason={can.changeStatus ? null : refusal}
        pending={editing.pending}
        onClick={() =>
          isActive ? setOpen("deactivate") : void act(() => setStatus("active"), { done: statusTold, failed })
        }
      >
        {t(isActive ? "members.deactivate" : "members.activate")}
      </Button>
      {open === "role" ? (
        <RoleDialog
          member={member}
          onSaved={(saved, before) =>
            toast(told(t("members.role_done", { role: saved.role }), saved, roleEdit(before)))
          }
          onClose={close}
        />
      ) : null}
      {open === "link" ? <PasswordLink member={member} onClose={close} /> : null}
      {open === "deactivate" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("members.deactivate_title", { name })}
          description={t("members.deactivate_text")}
          confirmLabel={t("members.deactivate")}
          danger
          onConfirm={() => setStatus("inactive")}
          done={statusTold}
        />
      ) : null}
      {open === "factor" || open === "sessions" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t(`members.${open}_title`, { name })}
          description={t(`members.${open}_text`)}
          confirmLabel={t(open === "factor" ? "members.factor_remove" : "members.end_sessions")}
          danger
          onConfirm={() => (open === "factor" ? removeFactor(member.id) : endSessions(member))}
          done={{ title: t(`members.${open}_done`), description: name }}
        />
      ) : null}
    </footer>
  );
}
