import { useState } from "react";
import {
  decidedOf,
  type Group,
  STAYED,
  shareOf,
} from "../../../worker/features/referrals/referrals.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyIcon, MoreIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Table } from "../../ui/table.tsx";
import { addressOf, endSource, type Source } from "./referrals.api.ts";

/** A group of people, with the source that officers made for it. */
type Row = Group & { id: number; source: Source | null; members: number };

/** Copies a running link, or ends it. */
function SourceMenu({ source, name }: { source: Source; name: string }) {
  const t = useT();
  const { user } = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const { code } = source;
  if (!code) return null;
  const copy = () => void copyText(addressOf(code), { title: t("sources.copied") }, t("sources.copy_failed"));
  return (
    <>
      <Menu
        trigger={
          <IconButton size="s" label={t("sources.more", { name })} icon={<MoreIcon />} className="-my-1" />
        }
      >
        <MenuItem icon={<CopyIcon />} onSelect={copy}>
          {t("sources.copy")}
        </MenuItem>
        {source.can.end ? (
          <MenuItem danger onSelect={() => setIsAsking(true)}>
            {t("sources.end")}
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("sources.end_title", { name })}
        description={t("sources.end_text")}
        confirmLabel={t("sources.end")}
        danger
        onConfirm={() => endSource(source, user?.organizationId ?? 0)}
        done={{ title: t("sources.ended") }}
      />
    </>
  );
}

/** The name of a source, and a line on what it is. */
function Name({ row: { key, source, members } }: { row: Row }) {
  const t = useT();
  const format = useFormat();
  const own = {
    members: [
      t("sources.members"),
      members ? t("sources.by_members", { count: members }) : t("sources.nobody_yet"),
    ],
    discord: [t("sources.discord"), t("sources.website_hint")],
    website: [t("sources.website"), t("sources.website_hint")],
    everybody: [t("sources.everybody"), t("sources.everybody_hint")],
  };
  const state = source?.endedAt
    ? t("sources.until", { day: format.longDay(source.endedAt.slice(0, 10)) })
    : source?.note || (source?.kind === "advertisement" ? t("sources.running") : null);
  const [name = "", hint] = source
    ? [
        source.name ?? t("sources.former"),
        [t(`sources.kind.${source.kind === "recruiter" ? "recruiter" : "advertisement"}`), state]
          .filter(Boolean)
          .join(", "),
      ]
    : own[key as keyof typeof own];
  return (
    <span className="block min-w-0 [overflow-wrap:anywhere]">
      <span className="flex items-center gap-1 font-semibold">
        <span className="min-w-0">{name}</span>
        {source ? <SourceMenu source={source} name={name} /> : null}
      </span>
      <span className="block hint">{hint}</span>
    </span>
  );
}

/** A share with its bar and its two numbers; of too few people the numbers alone. */
function Result(props: { label: string; part: number; whole: number }) {
  const t = useT();
  const format = useFormat();
  const { label, part, whole } = props;
  const percent = shareOf(part, whole);
  const of = t("sources.of", { whole: format.number(whole) });
  const strong = <span className="figure text-ink">{format.number(part)}</span>;
  return (
    <>
      <span className="block text-sm text-ink-2 md:hidden">{label}</span>
      {percent === null ? (
        <span className="block hint">
          {whole === 0 ? (
            t("sources.nobody_yet")
          ) : (
            <>
              {strong} {of}
            </>
          )}
        </span>
      ) : (
        <>
          <span className="flex items-center gap-2.5 md:justify-end">
            <span className="figure text-lg leading-tight whitespace-nowrap">
              {t("sources.share", { percent })}
            </span>
            <span className="meter w-[44px] max-md:hidden" aria-hidden="true">
              <span style={{ width: `${percent}%` }} />
            </span>
          </span>
          <span className="block hint">
            {format.number(part)} {of}
          </span>
        </>
      )}
    </>
  );
}

/** Where people came from: each source with its three results, everybody last. On phones the results stand below the name. */
export function SourceTable(props: {
  groups: readonly Group[];
  sources: readonly Source[];
  members: number;
}) {
  const t = useT();
  const format = useFormat();
  const { groups, sources, members } = props;
  const isShown = ({ key, came }: Group) => came > 0 || !["discord", "website"].includes(key);
  const rows = groups.filter(isShown).map((group, id): Row => {
    const source = sources.find((each) => String(each.id) === group.key) ?? null;
    return { ...group, id, source, members };
  });
  const result = (label: string, of: (row: Row) => [part: number, whole: number]) => ({
    heading: label,
    headClass: "text-right! whitespace-nowrap",
    cellClass: "md:text-right max-md:pt-1.5!",
    cell: (row: Row) => {
      const [part, whole] = of(row);
      return <Result label={label} part={part} whole={whole} />;
    },
  });
  return (
    <Table
      label={t("sources.title")}
      items={rows}
      headClass="max-md:hidden"
      rowOf={({ key }) => ({
        className: cx(
          "max-md:grid-cols-3 max-md:gap-y-0 max-md:px-[18px] max-md:py-3 max-md:items-start! md:[&>td]:py-2.5",
          key === "everybody" && "bg-deck",
        ),
      })}
      columns={{
        source: {
          heading: t("sources.source"),
          cell: (row) => <Name row={row} />,
          cellClass: "max-md:col-span-2",
        },
        came: {
          heading: t("sources.came"),
          headClass: "text-right!",
          cellClass: "text-right",
          cell: ({ came, open }) => (
            <>
              <span className="block figure text-lg leading-tight">{format.number(came)}</span>
              <span className="block hint whitespace-nowrap">{t("sources.open", { count: open })}</span>
            </>
          ),
        },
        active: result(t("sources.became_active"), (row) => [row.active, decidedOf(row)]),
        month: result(t("sources.days_after", { days: STAYED.month }), (row) => [
          row.afterMonth,
          row.ofMonth,
        ]),
        quarter: result(t("sources.days_after", { days: STAYED.quarter }), (row) => [
          row.afterQuarter,
          row.ofQuarter,
        ]),
      }}
    />
  );
}
