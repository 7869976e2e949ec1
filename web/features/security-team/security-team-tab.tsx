import { Fragment, type ReactNode } from "react";
import {
  type ApplicationSummary,
  GROUPS,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ChevronRightIcon, FlagIcon, ShieldIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useOpenRecord } from "../../ui/record-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { Outcome } from "../applications/index.ts";
import { ApplicationPanel } from "./application-panel.tsx";
import { stateOf } from "./application-parts.tsx";
import { OwnApplication } from "./own-application.tsx";
import { useApplications, useDetails, useTeam, useTeamAddress } from "./security-team.api.ts";
import { Group, TeamPanel } from "./team-panel.tsx";

const OPEN_PAGE = 50;
const DECIDED_PAGE = 5;

/** Reviewers see the applications; other members see the team and their own application. */
export default function SecurityTeamTab() {
  return useCan("security.review") ? <Reviewers /> : <Members />;
}

function Team() {
  return (
    <AnswerView
      answer={useTeam()}
      stateClass="panel"
      loading={
        <Panel>
          <LoadingRows rows={4} />
        </Panel>
      }
    >
      {(team) => <TeamPanel team={team} />}
    </AnswerView>
  );
}

function Members() {
  const t = useT();
  const { ownId } = useTeam().data ?? {};
  const id = useTeamAddress().address.application ?? ownId;
  return (
    <div className="grid gap-[18px]">
      {id ? (
        <Own id={id}>
          <Team />
        </Own>
      ) : (
        <>
          <p className="text-ink-2">{t("security_team.overview")}</p>
          <Team />
        </>
      )}
    </div>
  );
}

function Own({ id, children }: { id: number; children?: ReactNode }) {
  return (
    <AnswerView
      answer={useDetails(id)}
      stateClass="panel"
      loading={
        <Panel className="p-5">
          <SkeletonLines lines={6} />
        </Panel>
      }
    >
      {(details) => <OwnApplication details={details}>{children}</OwnApplication>}
    </AnswerView>
  );
}

const ROW =
  "flex min-h-[60px] items-center gap-3 pad py-2.5 -outline-offset-2 aria-[current]:bg-ice-dim aria-[current]:shadow-[inset_2px_0_0_var(--ice)] not-aria-[current]:hover:bg-deck/70 aria-[current]:[&_.hint]:text-ink-2";

function Row({ summary, isOpen }: { summary: ApplicationSummary; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { linkTo } = useTeamAddress();
  const { id, applicant, status, group, flags, createdAt, decidedAt, day } = summary;
  const name = applicant.displayName;
  const link = {
    ...linkTo({ application: id, show: "application" }),
    "data-open": "",
    "aria-current": isOpen || undefined,
    className: ROW,
  } as const;
  if (status !== "pending") {
    const isOver = status === "withdrawn" || (status === "declined" && !day);
    const values = { date: format.shortDate(decidedAt ?? createdAt), day: format.shortDate(day) };
    const what = isOver ? "over" : day ? status : "plain";
    return (
      <li data-row={id} className="border-t border-line first:border-t-0">
        <Link {...link}>
          <span className="min-w-0 flex-1 leading-[1.4]">
            <b className="block font-book [overflow-wrap:anywhere]">{name}</b>
            <span className="hint">{t(`security_team.decided.${what}`, values)}</span>
          </span>
          <Outcome status={status} />
        </Link>
      </li>
    );
  }
  const isAgreed = group === "decision";
  const bothIn = isAgreed || summary.isDisputed;
  const state = group === "own" ? "own" : stateOf({ ...summary, isAgreed });
  return (
    <li data-row={id}>
      <Link {...link}>
        <Avatar name={name} src={applicant.avatarUrl} />
        <span className="min-w-0 flex-1 leading-[1.4]">
          <b className="block font-book [overflow-wrap:anywhere]">{name}</b>
          <span className="block hint">
            {t("security_team.row", {
              role: summary.roleName ?? t("security_team.not_member"),
              when: format.ago(createdAt, now),
            })}
          </span>
          <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
            <span className={cx(bothIn && "font-book text-ink")}>{t(`security_team.state.${state}`)}</span>
            {flags ? (
              <span className="inline-flex items-center gap-1.5 font-book text-wait">
                <FlagIcon size={13} />
                {t("security_team.flags_title", { count: flags })}
              </span>
            ) : null}
          </span>
        </span>
        {group === "review" || group === "decision" ? (
          <span className={buttonClass({ size: "s" }, "flex-none")}>
            {t(group === "review" ? "security_team.review" : "security_team.decide")}
          </span>
        ) : (
          <ChevronRightIcon className="flex-none text-ink-3" />
        )}
      </Link>
    </li>
  );
}

/** The applications by what the reader has to do, the team, and the open application beside them or in their place. */
function Reviewers() {
  const t = useT();
  const { address, change, close } = useTeamAddress();
  const { application: openId } = address;
  const open = useApplications("open", OPEN_PAGE);
  const decided = useApplications("decided", DECIDED_PAGE);
  const groups = GROUPS.map((group) => ({
    group,
    items: (open.list?.items ?? []).filter((each) => each.group === group),
  })).filter(({ items }) => items.length > 0);
  const shown = [...groups.flatMap(({ items }) => items), ...(decided.list?.items ?? [])];
  const { isBeside, frame, keys } = useOpenRecord(
    shown.map(({ id }) => id),
    openId,
    (application) => (application === null ? close({ application }) : change({ application })),
  );
  const { ownId } = useTeam().data ?? {};
  const known = shown.find(({ id }) => id === openId);
  if (openId && (openId === ownId || known?.group === "own"))
    return (
      <>
        <BackLink to="/organization?tab=security">{t("security_team.applications")}</BackLink>
        <Own id={openId} />
      </>
    );
  const panel = openId ? <ApplicationPanel id={openId} applicant={known?.applicant} frame={frame} /> : null;
  if (panel && !isBeside)
    return <div className="max-md:-mx-4 max-md:-mt-4 md:mx-auto md:max-w-[760px]">{panel}</div>;
  return (
    <div
      className={cx(
        "grid items-start gap-[22px] [--above:190px]",
        panel && "grid-cols-[minmax(0,1fr)_clamp(600px,58%,792px)]",
      )}
      {...keys}
    >
      <div
        className={cx(
          "grid min-w-0 items-start gap-[18px]",
          !panel && "lg:grid-cols-2 lg:[&>:nth-child(2)]:row-span-2",
        )}
      >
        <ListPanel
          title={t("security_team.applications")}
          aside={<span className="figure text-ink-2">{open.list?.items.length}</span>}
          source={open}
          loading={<LoadingRows rows={4} />}
          empty={
            <EmptyState
              icon={<ShieldIcon size={22} />}
              title={t("security_team.empty")}
              action={<ButtonLink to="/admin?tab=permissions">{t("security_team.empty_action")}</ButtonLink>}
            />
          }
          moreLabel={() => t("applications.more")}
        >
          {() =>
            groups.map(({ group, items }) => (
              <Fragment key={group}>
                <Group label={t(`security_team.group.${group}`)} count={items.length} />
                <ul className="pb-1">
                  {items.map((each) => (
                    <Row key={each.id} summary={each} isOpen={each.id === openId} />
                  ))}
                </ul>
              </Fragment>
            ))
          }
        </ListPanel>
        <Team />
        <ListPanel
          title={t("security_team.decided")}
          source={decided}
          loading={<LoadingRows rows={2} />}
          empty={<p className="pad py-4 text-ink-2">{t("security_team.decided_none")}</p>}
          moreLabel={() => t("applications.more")}
        >
          {(items) => (
            <ul>
              {items.map((each) => (
                <Row key={each.id} summary={each} isOpen={each.id === openId} />
              ))}
            </ul>
          )}
        </ListPanel>
      </div>
      {panel}
    </div>
  );
}
