import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { STATUS_TONE, Uncovered, useAssignable, useAssignees } from "../prospects/index.ts";
import { useDashboardAddress } from "./address.ts";

function Identity({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { discordId: id, username, displayName: name, avatarUrl } = prospect;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={avatarUrl} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-book" title={name}>
            {name}
          </span>
          {username && username !== name ? (
            <span className="truncate hint max-xl:hidden">@{username}</span>
          ) : null}
        </span>
        {id ? (
          <span className="block truncate hint tabular-nums">{t("dashboard.urgent.discord_id", { id })}</span>
        ) : null}
      </span>
    </span>
  );
}

function Deadline({ deadline }: Pick<Prospect, "deadline">) {
  const format = useFormat();
  const { text, tone } = format.deadline(deadline, useNow());
  if (!deadline) return text;
  return (
    <Time at={deadline} className="whitespace-nowrap">
      <span className={cx("block font-book", TONE_TEXT[tone])}>{text}</span>
      <span className="block hint">{format.day(deadline)}</span>
    </Time>
  );
}

function Assignee({ prospect, onAssign }: { prospect: Prospect; onAssign: () => void }) {
  const t = useT();
  const { isLoading } = useAssignable();
  const { assignedTo } = prospect;
  const person = useAssignees().get(assignedTo);
  if (assignedTo === null) {
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
        <span className="hint">{t("dashboard.urgent.unassigned")}</span>
        {prospect.can.assign ? (
          <button
            type="button"
            className="link relative z-1 min-h-6 text-md"
            aria-label={t("dashboard.urgent.assign_name", { name: prospect.displayName })}
            onClick={onAssign}
          >
            {t("dashboard.urgent.assign")}
          </button>
        ) : null}
      </span>
    );
  }
  if (!person && isLoading) return <Skeleton className="h-3.5 w-24" />;
  const name = person?.displayName ?? t("dashboard.urgent.member_id", { id: String(assignedTo) });
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      {person ? <Avatar name={name} src={person.avatarUrl} size="s" /> : null}
      <span className={cx("truncate", !person && "hint tabular-nums")}>{name}</span>
    </span>
  );
}

function UncoveredLine(props: {
  prospect: Prospect;
  onAssign: (prospect: Prospect) => void;
  className: string;
}) {
  const t = useT();
  const { prospect, onAssign, className } = props;
  const { assignedTo } = prospect;
  const name = useAssignees().get(assignedTo)?.displayName;
  return (
    <Uncovered
      {...{ prospect, className }}
      name={name ?? t("dashboard.urgent.member_id", { id: String(assignedTo) })}
      onHandOver={() => onAssign(prospect)}
    />
  );
}

const ROW = "max-lg:hover:bg-deck/70 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-[18px] max-md:py-3";

/** An empty area over the whole row, below the buttons in it. */
const STRETCHED =
  "max-lg:static max-lg:size-px max-lg:min-h-0 max-lg:min-w-0 max-lg:border-0 max-lg:bg-transparent max-lg:p-0 max-lg:covers";

/** Urgent prospects; on narrow screens the whole row opens the prospect. */
export function UrgentRows(props: {
  prospects: readonly Prospect[];
  onAssign: (prospect: Prospect) => void;
}) {
  const t = useT();
  const { open } = useDashboardAddress();
  return (
    <Table
      label={t("dashboard.urgent.title")}
      items={props.prospects}
      headClass="max-md:sr-only"
      rowOf={() => ({ className: ROW })}
      columns={{
        prospect: {
          heading: t("dashboard.urgent.prospect"),
          cell: (prospect) => <Identity prospect={prospect} />,
          cellClass: "w-[38%] max-w-0 max-md:w-auto max-md:max-w-none",
        },
        status: {
          heading: t("dashboard.urgent.status"),
          cell: ({ status }) => <Badge tone={STATUS_TONE[status]}>{t(`status.${status}`)}</Badge>,
          cellClass: "max-md:row-start-2 max-md:mt-2 max-md:ml-[42px]",
        },
        assignee: {
          heading: t("dashboard.urgent.assigned_to"),
          cell: (prospect) => (
            <>
              <Assignee prospect={prospect} onAssign={() => props.onAssign(prospect)} />
              <UncoveredLine {...props} prospect={prospect} className="max-md:hidden" />
            </>
          ),
          cellClass:
            "w-[25%] max-w-0 max-md:row-start-2 max-md:mt-2 max-md:w-auto max-md:max-w-[36vw] max-md:justify-self-end",
        },
        deadline: {
          heading: t("dashboard.urgent.deadline"),
          cell: ({ deadline }) => <Deadline deadline={deadline} />,
          cellClass: "max-md:col-start-2 max-md:row-start-1 max-md:text-right",
        },
        open: {
          heading: <span className="sr-only">{t("dashboard.urgent.open")}</span>,
          headClass: "max-lg:hidden",
          cell: (prospect) => (
            <Button
              size="s"
              className={STRETCHED}
              aria-label={t("dashboard.urgent.open_name", { name: prospect.displayName })}
              data-open=""
              data-opener={`urgent-${prospect.id}`}
              onClick={() => open({ prospect: prospect.id }, `urgent-${prospect.id}`)}
            >
              <span className="max-lg:hidden">{t("dashboard.urgent.open")}</span>
            </Button>
          ),
          cellClass: "text-right md:max-lg:w-0 max-lg:border-0 max-lg:p-0 max-md:absolute max-md:inset-0",
        },
        // On phones, where the column of assignees is narrow.
        uncovered: {
          heading: <span className="sr-only">{t("dashboard.urgent.uncovered")}</span>,
          headClass: "md:hidden",
          cell: (prospect) => <UncoveredLine {...props} prospect={prospect} className="mt-1.5 ml-[42px]" />,
          cellClass: "empty:hidden max-md:col-span-2 md:hidden",
        },
      }}
    />
  );
}
