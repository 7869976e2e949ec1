import type { Attendance } from "../../../worker/features/attendance/attendance.schema.ts";
import { MOST_CONFIRMED } from "../../../worker/features/attendance/attendance.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useAddress } from "../../lib/address.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { CalendarIcon, DownloadIcon } from "../../ui/icons.tsx";
import { Page, PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ATTENDANCE_PATH, EVENTS_PATH, shape } from "./address.ts";
import { exportAttendance, useAttendance, useConfirm } from "./attendance.api.ts";
import { Everybody } from "./everybody.tsx";
import { countsOf, groupsOf, lengthOf, presentAt, suggestedAnswers } from "./groups.ts";
import { OwnRow } from "./own-row.tsx";
import { PAY_PANEL, PayPanel } from "./pay-panel.tsx";
import { ReportPanel } from "./report-panel.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";

/**
 * Confirms everybody with a place as voice suggests, as many as one call confirms; with nobody left it leads to paying the
 * crew where that is below the people.
 */
function AcceptAll({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const mayPay = useCan("contracts.write");
  const groups = groupsOf(attendance.people);
  const answers = suggestedAnswers(groups, lengthOf(attendance)).slice(0, MOST_CONFIRMED);
  const confirm = useConfirm(attendance);
  if (answers.length === 0)
    return attendance.can.seeAll && mayPay && presentAt(attendance).length > 0 ? (
      <Button
        variant="primary"
        className="xl:hidden"
        onClick={() => document.getElementById(PAY_PANEL)?.focus()}
      >
        {t("attendance.pay")}
      </Button>
    ) : null;
  if (!attendance.can.confirm) return null;
  return (
    <Button variant="primary" onClick={() => confirm(answers)}>
      {t("attendance.accept_all", { count: answers.length })}
    </Button>
  );
}

function Export({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const save = useAction(() => exportAttendance(attendance.id), { failed: t("attendance.export_failed") });
  if (!attendance.can.seeAll || attendance.people.length === 0) return null;
  return (
    <Button icon={<DownloadIcon />} pending={save.pending} onClick={() => void save.run()}>
      {t("attendance.export")}
    </Button>
  );
}

function Sentence({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const format = useFormat();
  const { status, can } = attendance;
  if (status !== "completed" && status !== "ongoing") return null;
  const when =
    status === "completed"
      ? t("attendance.over", { when: format.dayWithin(attendance.endsAt) })
      : t("attendance.ongoing", { time: format.time(attendance.endsAt) });
  return (
    <PageSentence>
      {when} {can.seeAll && attendance.isSeen ? t("attendance.sentence", countsOf(attendance)) : null}
    </PageSentence>
  );
}

/** Replaces the people of an event that has not begun or is cancelled. */
function Without({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const format = useFormat();
  const isCancelled = attendance.status === "cancelled";
  return (
    <Panel>
      <EmptyState
        icon={<CalendarIcon size={22} />}
        title={t(isCancelled ? "attendance.cancelled" : "attendance.not_begun")}
        text={
          isCancelled
            ? undefined
            : t("attendance.not_begun_text", { when: format.dayWithin(attendance.startsAt) })
        }
      />
    </Panel>
  );
}

function Loaded({ attendance }: { attendance: Attendance }) {
  const { can, status } = attendance;
  const hasBegun = status === "completed" || status === "ongoing";
  if (!hasBegun) return <Without attendance={attendance} />;
  const report = can.readReport || can.writeReport ? <ReportPanel attendance={attendance} /> : null;
  if (!can.seeAll)
    return (
      <div className="grid gap-[18px]">
        <OwnRow attendance={attendance} person={attendance.people[0]} />
        {report}
        <StatisticsPanel />
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-[18px] max-xl:grid-cols-1">
      <Everybody attendance={attendance} groups={groupsOf(attendance.people)} />
      <div className="grid min-w-0 gap-[18px]">
        <PayPanel attendance={attendance} />
        {report}
        <StatisticsPanel />
      </div>
    </div>
  );
}

/** The attendance at an event for its organizers; members see their own. */
export default function AttendancePage() {
  const t = useT();
  const { address } = useAddress(ATTENDANCE_PATH, shape);
  const answer = useAttendance(address.event);
  const { data } = answer;
  return (
    <Page
      title={data?.title ?? t("attendance.title")}
      documentTitle={data ? `${t("attendance.title")}: ${data.title}` : t("attendance.title")}
      hasSentence
      above={<BackLink to={`${EVENTS_PATH}&show=past`}>{t("attendance.back")}</BackLink>}
      actions={
        data ? (
          <>
            <Export attendance={data} />
            <AcceptAll attendance={data} />
          </>
        ) : null
      }
    >
      {address.event === null ? (
        <Panel>
          <EmptyState
            icon={<CalendarIcon size={22} />}
            title={t("attendance.choose")}
            text={t("attendance.choose_text")}
          />
        </Panel>
      ) : (
        <AnswerView
          answer={answer}
          failedTitle={t("attendance.loading_failed")}
          stateClass="panel"
          denied={{}}
          loading={
            <Panel className="p-5">
              <SkeletonLines lines={8} />
            </Panel>
          }
        >
          {(loaded) => (
            <>
              <Sentence attendance={loaded} />
              <Loaded key={loaded.id} attendance={loaded} />
            </>
          )}
        </AnswerView>
      )}
    </Page>
  );
}
