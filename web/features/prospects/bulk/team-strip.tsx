import { type ReactNode, Suspense, useState } from "react";
import { FIGURES } from "../../../../worker/features/prospects/pipeline.schema.ts";
import type { AssigneeLoad, UserStats } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useCan } from "../../../lib/gate.tsx";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { AwayMark } from "../../../ui/away.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { ArrowRightIcon, MoreIcon, PeopleIcon } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/link.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { needRow, useNeeds } from "../../notices/index.ts";
import { figurePath } from "../address.ts";
import { ReassignDialog } from "../dialogs.tsx";
import { useCrm } from "../prospect-parts.tsx";
import { useMyWork, useTeam } from "../prospects.api.ts";

function Card(props: {
  assignee: number | "none";
  name: string;
  face: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const { address, change } = useCrm().list;
  const isChosen = address.assignee === props.assignee;
  return (
    <li
      className={cx(
        "relative flex min-h-[92px] min-w-[204px] flex-1 flex-col gap-2.5 rounded-l border p-3.5 text-left transition-[border-color,background-color] duration-150",
        isChosen
          ? "border-ice bg-ice-dim [&_.hint]:text-ink-2"
          : "border-line bg-hull hover:border-line-strong",
      )}
    >
      <div className="flex items-center gap-2.5">
        {props.face}
        <button
          type="button"
          aria-pressed={isChosen}
          className="min-w-0 flex-1 truncate text-left covers font-book after:rounded-l focus-visible:after:outline-offset-0"
          onClick={() => change({ assignee: isChosen ? null : props.assignee })}
        >
          {props.name}
        </button>
        {props.beside}
      </div>
      <div className="text-sm text-ink-2">{props.children}</div>
    </li>
  );
}

/** A figure that opens the list of what it counts. */
function FigureLink(props: {
  to: Parameters<typeof figurePath>[0];
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={figurePath(props.to)}
      className={cx("relative z-1 inline-block min-h-6 leading-6 hover:underline", props.className)}
    >
      {props.children}
    </Link>
  );
}

/** Tasks, those that are late or soon due, and open prospects without a deadline, each opening its list. */
function Work({ stats, assignedTo }: { stats: UserStats; assignedTo: "me" | number }) {
  const t = useT();
  const { assigned, overdue, dueSoon, withoutDeadline } = stats;
  const figures = [
    ["tasks", FIGURES.tasks, assigned, "text-ink"],
    ["overdue", FIGURES.overdue, overdue, "text-stop"],
    ["soon", FIGURES.dueSoon, dueSoon, "text-wait"],
    ["without_deadline", FIGURES.withoutDeadline, withoutDeadline, ""],
  ] as const;
  // The number of the reader's own is in the tab.
  const shown = figures.filter(([name, , count]) => (name === "tasks" ? assignedTo !== "me" : count > 0));
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm whitespace-nowrap text-ink-2 empty:hidden">
      {shown.map(([name, figure, count, tone]) => (
        <FigureLink key={name} to={{ ...figure, assignedTo }} className={tone}>
          {t(`prospects.team.${name}`, { count })}
        </FigureLink>
      ))}
    </p>
  );
}

/** The reader's own work, in the words of the team's cards. */
export function OwnWork() {
  const { data } = useMyWork();
  return data ? <Work stats={data} assignedTo="me" /> : null;
}

/** Whom the reader may take next. */
export const useNextUnassigned = () => useNeeds().data?.find(({ kind }) => kind === "prospect.unassigned");

export function NextUnassigned() {
  const next = useNextUnassigned();
  return next ? (
    <ul className="@container mb-4 panel overflow-clip [&>li]:border-t-0">
      <Suspense fallback={<li className="h-16" />}>
        <needRow.View need={next} isFirst />
      </Suspense>
    </ul>
  ) : null;
}

/** Open prospects per assignee. Choosing an assignee filters the list; choosing them again clears the filter. */
export function TeamStrip() {
  const t = useT();
  const format = useFormat();
  const mayReassign = useCan("crm.assign");
  const { data: team, error, mutate } = useTeam();
  const [from, setFrom] = useState<AssigneeLoad | null>(null);
  const next = useNextUnassigned();
  if (error && !team) return <ErrorState error={error} onRetry={() => void mutate()} />;
  const reasonOf = ({ open }: AssigneeLoad) => {
    if (!mayReassign) return t("prospect.blocked.no_permission");
    return open === 0 ? t("prospects.team.nothing_open") : null;
  };
  const cards = team?.assignees.map((load) => (
    <Card
      key={load.memberId}
      assignee={load.memberId}
      name={load.displayName}
      face={<Avatar name={load.displayName} src={load.avatarUrl} />}
      beside={
        <Menu
          trigger={
            <IconButton
              label={t("prospect.menu", { name: load.displayName })}
              icon={<MoreIcon />}
              size="s"
              data-team={load.memberId}
              className="relative z-1 -my-1 -mr-1.5"
            />
          }
        >
          <MenuItem icon={<ArrowRightIcon />} reason={reasonOf(load)} onSelect={() => setFrom(load)}>
            {t("prospects.team.hand_over")}
          </MenuItem>
        </Menu>
      }
    >
      <Work
        stats={{ ...load, assigned: load.tasks, withoutDeadline: load.open - load.tasks }}
        assignedTo={load.memberId}
      />
      <p className="hint">
        {t("prospects.team.average", { days: format.number(Math.round(load.averageDaysInStage * 10) / 10) })}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <AwayMark until={load.awayUntil} />
        {load.awayUntil && reasonOf(load) === null ? (
          <button
            type="button"
            className="link relative z-1 min-h-6 after:absolute after:-inset-x-1.5 after:-inset-y-2.5"
            onClick={() => setFrom(load)}
          >
            {t("prospects.team.hand_over")}
          </button>
        ) : null}
      </p>
      {load.assignable ? null : <p className="text-wait">{t("prospects.team.not_assignable")}</p>}
    </Card>
  ));
  return (
    <section aria-label={t("prospects.team.label")} aria-busy={!team} className="mb-[18px]">
      <ul className="-mx-1 -my-1 flex gap-3 overflow-x-auto px-1 py-1 [scrollbar-width:thin] max-md:-mx-4 max-md:px-4">
        {cards ??
          ["a", "b", "c", "d"].map((key) => (
            <li key={key} className="flex-1">
              <Skeleton className="h-[92px] min-w-[196px] rounded-l" />
            </li>
          ))}
        {team && !next ? (
          <Card
            assignee="none"
            name={t("prospect.empty.assignedTo")}
            face={
              <span className="grid size-[30px] flex-none place-items-center rounded-full border border-dashed border-line-strong text-ink-3">
                <PeopleIcon size={15} />
              </span>
            }
          >
            <FigureLink to={FIGURES.unassigned}>
              <span className={cx("figure text-base", team.unassigned > 0 ? "text-wait" : "text-ink")}>
                {format.number(team.unassigned)}
              </span>{" "}
              {t("prospects.team.unassigned")}
            </FigureLink>
          </Card>
        ) : null}
      </ul>
      {from ? <ReassignDialog from={from} onClose={() => setFrom(null)} /> : null}
    </section>
  );
}
