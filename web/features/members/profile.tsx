import { type ComponentProps, type ReactNode, Suspense, useId } from "react";
import type { MemberPermissions } from "../../../worker/features/profiles/profiles.schema.ts";
import { cx } from "../../lib/cx.ts";
import { capital } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { conflictOf } from "../../ui/conflict-panel.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { RecordView } from "../../ui/record-over.tsx";
import { RecordPanel } from "../../ui/record-panel.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { memberLeaves } from "../leave/index.ts";
import { permissions as known } from "../roles/index.ts";
import { personSessions } from "../sessions/index.ts";
import { SHOWS, useMembersAddress } from "./address.ts";
import { type MemberActions, MemberMenu } from "./member-actions.tsx";
import { Byline, Face, LastSeen, MemberConflict } from "./member-parts.tsx";
import { type KnownMember, members, usePermissions, useSharedStatistics } from "./members.api.ts";
import { Timeline } from "./timeline.tsx";

function Permissions({ id }: { id: number }) {
  const t = useT();
  const answer = usePermissions(id);
  const all = known.useList().list?.items;
  return (
    <AnswerView answer={answer} loading={<SkeletonLines lines={8} className="py-4" />}>
      {(data) => (
        <div className="py-4">
          <p className="text-ink-2 [&_b]:font-book [&_b]:text-ink">
            <Reason member={data} />
          </p>
          {data.permissions.length > 0 ? (
            <ul
              aria-label={t("members.permissions")}
              className="mt-3 grid grid-cols-2 gap-x-7 border-b border-line max-md:grid-cols-1"
            >
              {data.permissions.map((id) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2">
                  {all?.find((permission) => permission.id === id)?.name}
                  <span className="ml-auto font-mono text-xs text-ink-3">{id}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </AnswerView>
  );
}

/** The reason of a member's permissions: the role, and how it was given. */
function Reason({ member: { by, role, given, ended } }: { member: MemberPermissions }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (by === "inactive" && ended) {
    return t("members.why.inactive", { name: ended.by, date: format.date(ended.at) });
  }
  if (by === "inactive") return t("members.why.inactive_unknown");
  const what = t.rich(`members.why.${by}`, { role: <b key="role">{role}</b> });
  if (!given) return what;
  const date = format.date(given.at);
  const how = given.because
    ? t("members.why.discord", { role: given.because, date })
    : t("members.why.person", { name: given.by, date });
  return [...what, " ", how];
}

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
  actions: MemberActions;
}) {
  const t = useT();
  const { id, known, frame, actions } = props;
  const answer = members.useOne(id);
  const { data: member = known } = answer;
  return (
    <RecordPanel
      id={id}
      frame={frame}
      title={member?.displayName ?? t("members.column.member")}
      picture={member && <Face member={member} size="l" />}
      byline={member && <Byline member={member} />}
    >
      <RecordView
        answer={{ ...answer, data: member }}
        stateClass="border-t border-line"
        onBack={() => frame.onOpen(null)}
        loading={<SkeletonLines lines={8} className="border-t border-line pad-wide py-5" />}
      >
        {(loaded) => <Loaded key={id} member={loaded} isBeside={frame.isBeside} actions={actions} />}
      </RecordView>
    </RecordPanel>
  );
}

function Loaded(props: { member: KnownMember; isBeside: boolean; actions: MemberActions }) {
  const t = useT();
  const { member, isBeside, actions } = props;
  const tabs = useId();
  const { address, change } = useMembersAddress();
  const explains = useCan("admin.users");
  const show = explains ? address.show : "timeline";
  const format = useFormat();
  const events = useSharedStatistics(member.id);
  const editing = members.useEdit();
  const conflict = conflictOf(editing, { title: t("members.failed") });
  const { status, inDiscord, discordId, rolesWait, prospect, email, can, why } = member;
  const isOwn = useUser().user?.id === member.userId;
  const mail = email && (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
  return (
    <>
      {/* A scrolling element is reachable by keyboard. */}
      <div
        className={cx("min-h-0 flex-1 pad-wide", isBeside && "overflow-auto -outline-offset-2")}
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
          <Fact label={t("members.events")}>
            {events && t("members.events.attended", { attended: events.attended, events: events.events })}
          </Fact>
          <Fact label={t("members.role")}>{member.role}</Fact>
          <Fact label={t("members.column.seen")}>
            <LastSeen member={member} />
          </Fact>
          <Fact label={t("members.column.joined")}>{format.date(member.joinedAt)}</Fact>
          <Fact label={t("members.discord")}>
            {inDiscord ? null : t(`members.discord.${discordId ? "left" : "none"}`)}
          </Fact>
          <Fact label={t("members.roles_wait")}>{rolesWait && t(`members.roles_wait.${rolesWait}`)}</Fact>
          <Fact label={t("members.rsi")}>{prospect?.starCitizenId}</Fact>
          <Fact label={t("members.referral")}>{capital(prospect?.referralSource ?? "")}</Fact>
          <Fact label={t("members.email")}>{mail}</Fact>
          <Fact label={t("members.signed_in")}>
            {member.hasSignedIn === false && t("members.signed_in.never")}
          </Fact>
        </Facts>
        <Suspense>
          <memberLeaves.View
            userId={member.userId}
            name={member.displayName}
            isOwn={isOwn}
            reason={isOwn || can.changeStatus ? null : why.changeStatus}
          />
        </Suspense>
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
      <Actions member={member} editing={editing} actions={actions} />
    </>
  );
}

/** The actions of a member: the usual ones as buttons, the others in the menu. */
function Actions(props: {
  member: KnownMember;
  editing: ReturnType<typeof members.useEdit>;
  actions: MemberActions;
}) {
  const t = useT();
  const { member, editing, actions } = props;
  const { status, can, why, prospect } = member;
  const opensPipeline = useCan("prospects.read");
  return (
    <footer className="flex flex-wrap gap-2 border-t border-line bg-hull pad-wide py-3 md:rounded-b-xl max-md:sticky max-md:short:static max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:z-2 max-md:[&>.btn]:grow">
      <Button reason={can.changeRole ? null : why.changeRole} onClick={() => actions.open("role", member)}>
        {t("members.change_role")}
      </Button>
      {prospect && opensPipeline ? (
        <ButtonLink to={`/crm?prospect=${prospect.id}`}>{t("members.open_crm")}</ButtonLink>
      ) : null}
      <span className="flex-1 max-md:hidden" />
      {status === "active" ? null : (
        <Button
          variant="primary"
          reason={can.changeStatus ? null : why.changeStatus}
          pending={editing.pending}
          onClick={() => void actions.activate(member, editing.run)}
        >
          {t("members.activate")}
        </Button>
      )}
      <MemberMenu person={member} actions={actions} profile={editing.run} />
    </footer>
  );
}
