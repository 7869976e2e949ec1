import { type ComponentProps, useId, useState } from "react";
import {
  type ApplicationDetails,
  PURGE_DAYS,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { useAction } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { MoreIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { RecordView } from "../../ui/record-over.tsx";
import { RecordPanel } from "../../ui/record-panel.tsx";
import { Section } from "../../ui/section.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Answers, Progress, SECTION, stateOf, TeamThread, useStanding } from "./application-parts.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { Flags } from "./flags.tsx";
import { Decision, Reviews, useReview } from "./reviews.tsx";
import { SHOWS, team, useDetails, useTeam, useTeamAddress } from "./security-team.api.ts";

type Person = ApplicationDetails["application"]["applicant"];
type Staff = NonNullable<ApplicationDetails["staff"]>;
type Frame = ComponentProps<typeof RecordPanel>["frame"];

/** One application, as far as its reviewer may read it. */
export function ApplicationPanel(props: { id: number; applicant: Person | undefined; frame: Frame }) {
  const t = useT();
  const format = useFormat();
  const { id, frame } = props;
  const answer = useDetails(id);
  const { application, staff } = answer.data ?? {};
  const { displayName: name, avatarUrl } = application?.applicant ?? props.applicant ?? {};
  return (
    <RecordPanel
      id={id}
      frame={frame}
      title={name ?? t("security_team.application")}
      picture={name ? <Avatar name={name} src={avatarUrl} size="l" /> : null}
      byline={
        application ? (
          <p className="hint">
            {t("security_team.byline", {
              role: staff?.roleName ?? t("security_team.not_member"),
              since: staff?.since ? format.month(staff.since) : "none",
              when: format.shortDate(application.createdAt),
            })}
          </p>
        ) : null
      }
    >
      <RecordView
        answer={answer}
        stateClass="border-t border-line"
        onBack={() => frame.onOpen(null)}
        loading={<SkeletonLines lines={9} className={SECTION} />}
      >
        {(details) =>
          details.staff ? (
            <Loaded key={id} details={details} staff={details.staff} isBeside={frame.isBeside} />
          ) : (
            <div className={SECTION}>
              <p className="pb-3 text-ink-2">{t("security_team.own_text")}</p>
              <Answers application={details.application} />
            </div>
          )
        }
      </RecordView>
    </RecordPanel>
  );
}

function Loaded(props: { details: ApplicationDetails; staff: Staff; isBeside: boolean }) {
  const t = useT();
  const tabs = useId();
  const { details, staff, isBeside } = props;
  const { address, change } = useTeamAddress();
  const { show } = address;
  const [asks, setAsks] = useState(false);
  const form = useReview(details);
  const counts = {
    application: undefined,
    thread: details.thread.length || undefined,
    notes: staff.notes.length || undefined,
  };
  const reviews = (
    <>
      <Reviews details={details} staff={staff} form={form} formId={`${tabs}-review`} />
      <Decision details={details} />
    </>
  );
  return (
    <>
      <Progress details={details} className="border-t border-line pad-wide pt-4 pb-3.5" />
      <div className="border-t border-line pad-wide py-2.5">
        <SegmentedTabs
          id={tabs}
          label={t("security_team.shows")}
          options={SHOWS.map((value) => ({
            value,
            label: t(`security_team.show.${value}`),
            count: counts[value],
          }))}
          value={show}
          onChange={(next) => {
            setAsks(false);
            change({ show: next });
          }}
        />
      </div>
      <div
        {...tabPanel(tabs, show)}
        className={cx("min-h-0 flex-1", isBeside && "overflow-auto -outline-offset-2")}
        tabIndex={isBeside ? 0 : undefined}
        data-scrolls=""
      >
        {details.hold ? (
          <p className="border-t border-line bg-wait/8 pad-wide py-3 whitespace-pre-line [overflow-wrap:anywhere]">
            <b className="font-semibold text-wait">{t("security_team.on_hold")}</b> {details.hold.reason}
          </p>
        ) : null}
        {show === "application" ? (
          <>
            {details.can.review ? null : reviews}
            {staff.flags.length > 0 ? <Flags details={details} flags={staff.flags} /> : null}
            <Section title={t("security_team.answers")} className={SECTION}>
              <Answers application={details.application} />
            </Section>
            {details.can.review ? reviews : null}
          </>
        ) : (
          <div className="border-t border-line [&_.pad]:pad-wide">
            <TeamThread
              key={show}
              details={details}
              isNotes={show === "notes"}
              takesFocus={asks}
              empty={t("security_team.notes_none")}
              label={t(show === "notes" ? "security_team.note" : "security_team.ask")}
              hint={t(show === "notes" ? "security_team.note_hint" : "security_team.ask_hint", {
                name: details.application.applicant.displayName,
              })}
            />
          </div>
        )}
      </div>
      <Actions
        {...{ details, staff, form, formId: `${tabs}-review` }}
        onAsk={() => {
          setAsks(true);
          change({ show: "thread" });
        }}
      />
    </>
  );
}

/** The reader's actions, the next step last. */
function Actions(props: {
  details: ApplicationDetails;
  staff: Staff;
  form: ReturnType<typeof useReview>;
  formId: string;
  /** Shows the thread with its field focused. */
  onAsk: () => void;
}) {
  const t = useT();
  const standing = useStanding();
  const { details, staff, form, formId } = props;
  const { can, hold } = details;
  const { id, version, status, applicant } = details.application;
  const { address, change, close } = useTeamAddress();
  const { role, trialWeeks = 1 } = useTeam().data ?? {};
  const [verb, setVerb] = useState<"hold" | "accept" | "decline" | "delete" | null>(null);
  const name = applicant.displayName;
  const resume = useAction(() => team.resume(id, version), {
    done: { title: t("security_team.resumed") },
    failed: t("security_team.resume_failed"),
  });
  const isForm = can.review && address.show === "application";
  const items = [
    can.hold ? (
      <MenuItem key="hold" onSelect={() => (hold ? void resume.run() : setVerb("hold"))}>
        {t(hold ? "security_team.resume" : "security_team.hold")}
      </MenuItem>
    ) : null,
    can.delete ? (
      <MenuItem key="delete" danger onSelect={() => setVerb("delete")}>
        {t("security_team.delete")}
      </MenuItem>
    ) : null,
  ].filter(Boolean);
  if (!can.write && !can.decide && !can.review && items.length === 0) return null;
  type Send = ComponentProps<typeof AskDialog<"trial" | "accept">>["onSend"];
  const send =
    (what: NonNullable<typeof verb>): Send =>
    async ({ choice, weeks, words, version: base }) => {
      if (what === "hold") return team.hold(id, { reason: words, version: base });
      if (what === "delete") {
        await team.delete(id, { reason: words });
        return close({ application: null });
      }
      const decision = what === "decline" ? what : choice;
      const trialWeeks = decision === "trial" ? { trialWeeks: weeks } : {};
      return team.decide(id, { decision, message: words || null, version: base, ...trialWeeks });
    };
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-line-strong bg-deck pad-wide py-3 md:rounded-b-xl max-md:sticky max-md:short:static max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:z-2">
      {can.write && address.show !== "thread" ? (
        <Button onClick={props.onAsk}>{t("security_team.ask")}</Button>
      ) : null}
      {items.length > 0 ? (
        <Menu side="top" trigger={<IconButton label={t("security_team.more")} icon={<MoreIcon />} />}>
          {items}
        </Menu>
      ) : null}
      {status === "pending" ? (
        <p className="hint max-md:order-first max-md:w-full md:ml-auto">
          {t(
            `security_team.state.${stateOf({
              isOnHold: hold !== null,
              isAgreed: staff.decision !== null,
              isDisputed: staff.isDisputed,
              isReviewed: !can.review,
            })}`,
          )}
        </p>
      ) : null}
      {isForm ? (
        <Button
          type="submit"
          form={formId}
          variant="primary"
          pending={form.isSubmitting}
          className="max-md:flex-1"
        >
          {t("security_team.send_review")}
        </Button>
      ) : can.review ? (
        <Button onClick={() => change({ show: "application" })}>{t("security_team.to_review")}</Button>
      ) : null}
      {can.decide ? (
        <Button
          variant="primary"
          className="max-md:flex-1"
          reason={staff.decision === "accept" && role === null ? t("security_team.no_role") : null}
          onClick={() => setVerb(staff.decision)}
        >
          {t("security_team.decide")}
        </Button>
      ) : null}
      {verb ? (
        <AskDialog
          ask={verb}
          values={{ name, role: role?.name ?? "", count: PURGE_DAYS }}
          {...(verb === "accept" ? { choices: ["trial", "accept"] as const } : {})}
          weeks={{ kind: "trial", first: trialWeeks, from: new Date() }}
          needsWords={() => verb !== "accept"}
          danger={verb === "decline" || verb === "delete"}
          about={{ version, now: standing(details) }}
          onSend={send(verb)}
          onClose={() => setVerb(null)}
        />
      ) : null}
    </footer>
  );
}
