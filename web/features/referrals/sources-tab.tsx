import { useState } from "react";
import { type Bringer, PERIODS, type Period } from "../../../worker/features/referrals/referrals.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Select } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import OwnLinkPanel from "./own-link.tsx";
import { type SourceOverview, useSources } from "./referrals.api.ts";
import { sentenceOf } from "./sentence.ts";
import { SourceTable } from "./source-table.tsx";

type Shown = SourceOverview["periods"]["all"];

function Sentence({ groups }: Pick<Shown, "groups">) {
  const t = useT();
  const said = sentenceOf(groups);
  if (said.kind === "no_link") return t("sources.no_link");
  if (said.kind === "later")
    return t("sources.compare_later", { members: said.members, others: said.others });
  const { members, others } = said;
  return t("sources.compare", {
    ...{ all: members.came - members.open, active: members.active },
    ...{ othersAll: others.came - others.open, othersActive: others.active },
    others: t(others.key === "discord" ? "sources.compare.discord" : "sources.compare.website"),
  });
}

/** Members shown before the rest is asked for. */
const FIRST = 5;

function BringersPanel({ members }: { members: readonly Bringer[] }) {
  const t = useT();
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  if (members.length === 0) return null;
  const shown = isWhole ? members : members.slice(0, FIRST);
  const number = "figure text-right";
  return (
    <Panel
      title={t("sources.members_title")}
      actions={
        members.length > shown.length ? (
          <button
            type="button"
            className="min-h-6 rounded-s text-md font-book text-ice hover:underline"
            onClick={() => setIsWhole(true)}
          >
            {t("sources.all_members", { count: members.length })}
          </button>
        ) : null
      }
    >
      <table className="table" aria-label={t("sources.members_title")}>
        <thead>
          <tr className="[&>th]:px-2.5! [&>th]:first:pl-[18px]! [&>th]:last:pr-[18px]!">
            <th scope="col">{t("sources.member")}</th>
            <th scope="col" className="text-right!">
              {t("sources.came")}
            </th>
            <th scope="col" className="text-right!">
              {t("sources.active")}
            </th>
            <th scope="col" className="text-right! whitespace-nowrap">
              {t("sources.days_short", { days: 90 })}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, avatarUrl, came, active, afterQuarter }) => (
            <tr
              key={id}
              className="[&>td]:px-2.5! [&>td]:py-2! [&>td]:first:pl-[18px]! [&>td]:last:pr-[18px]!"
            >
              <td>
                <span className="flex min-w-0 items-center gap-2.5 [overflow-wrap:anywhere]">
                  <Avatar name={name ?? "?"} src={avatarUrl} size="s" />
                  {name ?? <span className="text-ink-3">{t("sources.former")}</span>}
                </span>
              </td>
              <td className={number}>{format.number(came)}</td>
              <td className={number}>{format.number(active)}</td>
              <td className={number}>{format.number(afterQuarter)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Where people came from, and who stayed. */
export default function SourcesTab() {
  const t = useT();
  const format = useFormat();
  const answer = useSources();
  const [period, setPeriod] = useState<Period>("year");
  const shown = answer.data?.periods[period];
  const everybody = shown?.groups.at(-1)?.came ?? 0;
  const isEmpty = everybody === 0 && answer.data?.sources.length === 0;
  const since =
    shown?.from && everybody > 0
      ? t("sources.since", { count: everybody, month: format.month(`${shown.from.slice(0, 7)}-15`) })
      : null;
  return (
    <>
      <div className="mb-[18px] flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 text-ink-2">
          {shown ? <Sentence groups={shown.groups} /> : null}
        </p>
        <Select
          size="m"
          className="ml-auto w-auto"
          aria-label={t("sources.period")}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`sources.period.${value}`) }))}
          onChange={({ target }) => setPeriod(target.value as Period)}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_372px]">
        <Panel
          title={t("sources.title")}
          aside={<span className="hint md:hidden">{since}</span>}
          actions={<span className="hint max-md:hidden">{since}</span>}
        >
          <AnswerView answer={answer} loading={<LoadingRows rows={6} />}>
            {({ sources, countedAt }) =>
              !shown || isEmpty ? (
                <EmptyState title={t("sources.empty")} />
              ) : (
                <>
                  <SourceTable groups={shown.groups} sources={sources} members={shown.members.length} />
                  <p className="note">
                    {t("sources.share_foot")}{" "}
                    {countedAt ? t("sources.counted", { time: format.dayWithin(countedAt) }) : null}
                  </p>
                </>
              )
            }
          </AnswerView>
        </Panel>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-[18px]">
          <OwnLinkPanel />
          {shown ? <BringersPanel members={shown.members} /> : null}
        </div>
      </div>
    </>
  );
}
