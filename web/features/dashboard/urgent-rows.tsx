import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, TONE_TEXT } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { STATUS_TONE, useAssignable, useAssignees } from "../prospects/index.ts";
import { openerMark } from "./address.ts";

type RowsProps = {
  prospects: readonly Prospect[];
  /** `opener` is the mark of what was pressed. */
  onOpen: (id: number, opener: string) => void;
  onAssign: (prospect: Prospect) => void;
};

/** The columns of the table with their widths, before the one of buttons. */
const COLUMNS = [
  ["prospect", undefined],
  ["status", "w-[148px]"],
  ["assigned_to", "w-[25%]"],
  ["deadline", "w-[148px]"],
] as const;

const nameOf = ({ displayName, username }: Prospect) => displayName || username;

/** What a button takes that opens a prospect. */
const opening = ({ id }: Prospect, onOpen: RowsProps["onOpen"]) => ({
  ...openerMark(`urgent-${id}`),
  onClick: () => onOpen(id, `urgent-${id}`),
});

function Deadline({ prospect, className }: { prospect: Prospect; className?: string }) {
  const format = useFormat();
  const { text, tone } = format.deadline(prospect.deadline, useNow());
  if (!prospect.deadline) return <span className={className}>{text}</span>;
  return (
    <time dateTime={prospect.deadline} title={format.dateTime(prospect.deadline)} className={className}>
      <span className={cx("block font-book whitespace-nowrap", TONE_TEXT[tone])}>{text}</span>
      <span className="block hint whitespace-nowrap">{format.day(prospect.deadline)}</span>
    </time>
  );
}

function DiscordId({ id, bare }: { id: string | null; bare?: boolean }) {
  const t = useT();
  const full = id ? t("dashboard.urgent.discord_id", { id }) : t("dashboard.urgent.discord_id_none");
  return (
    <span className="block truncate hint tabular-nums">
      <span className={cx(bare && id && "sr-only")}>{full}</span>
      {bare ? <span aria-hidden="true">{id}</span> : null}
    </span>
  );
}

function Assignee(props: { prospect: Prospect; onAssign: RowsProps["onAssign"]; compact?: boolean }) {
  const { prospect, onAssign, compact } = props;
  const t = useT();
  const { isLoading } = useAssignable();
  const person = useAssignees().get(prospect.assignedTo);
  if (prospect.assignedTo === null) {
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
        <span className="hint">{t("dashboard.urgent.unassigned")}</span>
        {prospect.can.assign ? (
          <button
            type="button"
            className="link relative z-1 min-h-6 text-md"
            aria-label={t("dashboard.urgent.assign_name", { name: nameOf(prospect) })}
            onClick={() => onAssign(prospect)}
          >
            {t("dashboard.urgent.assign")}
          </button>
        ) : null}
      </span>
    );
  }
  if (!person && isLoading) return <Skeleton className="h-3.5 w-24" />;
  const name = person?.displayName ?? t("dashboard.urgent.member_id", { id: String(prospect.assignedTo) });
  if (compact) return <span className="block truncate hint">{name}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {person ? <Avatar name={name} src={person.avatarUrl} size="s" /> : null}
      <span className={cx("truncate", !person && "hint tabular-nums")}>{name}</span>
    </span>
  );
}

/** Urgent prospects where there is room for columns. */
export function UrgentTable({ prospects, onOpen, onAssign }: RowsProps) {
  const t = useT();
  return (
    <table className="table table-fixed">
      <thead>
        <tr>
          {COLUMNS.map(([name, className]) => (
            <th key={name} scope="col" className={className}>
              {t(`dashboard.urgent.${name}`)}
            </th>
          ))}
          <th scope="col" className="w-[92px]">
            <span className="sr-only">{t("dashboard.urgent.open")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {prospects.map((prospect) => (
          <tr key={prospect.id}>
            <td>
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={nameOf(prospect)} src={prospect.avatarUrl} />
                <span className="min-w-0">
                  <span className="flex min-w-0 items-baseline gap-2">
                    <span className="truncate font-book" title={nameOf(prospect)}>
                      {nameOf(prospect)}
                    </span>
                    {prospect.username && prospect.username !== prospect.displayName ? (
                      <span className="truncate hint max-xl:hidden">@{prospect.username}</span>
                    ) : null}
                  </span>
                  <DiscordId id={prospect.discordId} />
                </span>
              </span>
            </td>
            <td>
              <Badge tone={STATUS_TONE[prospect.status]}>{t(`status.${prospect.status}`)}</Badge>
            </td>
            <td>
              <Assignee prospect={prospect} onAssign={onAssign} />
            </td>
            <td>
              <Deadline prospect={prospect} />
            </td>
            <td className="text-right">
              <Button
                size="s"
                aria-label={t("dashboard.urgent.open_name", { name: nameOf(prospect) })}
                {...opening(prospect, onOpen)}
              >
                {t("dashboard.urgent.open")}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same without room for columns: a list whose rows open the prospect. */
export function UrgentList({ prospects, onOpen, onAssign }: RowsProps) {
  const t = useT();
  return (
    <ul className="divide-y divide-line">
      {prospects.map((prospect) => (
        <li key={prospect.id} className="relative flex items-start gap-3 px-[18px] py-3">
          <Avatar name={nameOf(prospect)} src={prospect.avatarUrl} className="mt-0.5" />
          <div className="min-w-0 flex-1">
            <button
              type="button"
              className="block max-w-full truncate text-left font-book after:absolute after:inset-0"
              {...opening(prospect, onOpen)}
            >
              {nameOf(prospect)}
            </button>
            <DiscordId id={prospect.discordId} bare />
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Badge tone={STATUS_TONE[prospect.status]} size="s">
                {t(`status.${prospect.status}`)}
              </Badge>
              <Assignee prospect={prospect} onAssign={onAssign} compact />
            </div>
          </div>
          <Deadline prospect={prospect} className="flex-none text-right" />
        </li>
      ))}
    </ul>
  );
}
