import { Suspense, useRef, useState } from "react";
import { Navigate } from "react-router";
import {
  DEADLINE_FILTERS,
  OPEN_STAGES,
  STAGE_NAMES,
  STAGES,
  type StageFilter,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import type {
  BulkAnswer,
  Prospect,
  ProspectCounts,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { useFocusFollows } from "../../lib/focus.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../lib/list.ts";
import { useRememberedQuery } from "../../lib/remembered.ts";
import "../../lib/row-keys.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { FilterBar, FilterSelect, useFilterSelects } from "../../ui/filter-bar.tsx";
import { PipelineIcon, PlusIcon, RowsIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { part } from "../../ui/part.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { NoAccess, PageSpinner } from "../../ui/states.tsx";
import { newSource, sources } from "../referrals/index.ts";
import { assignedToOf, stagesFor, sumOf, useCrmAddress, VIEWS } from "./address.ts";
import { BoardColumn } from "./board/board-column.tsx";
import { BulkProgress, SkippedNotice } from "./bulk/bulk-bar.tsx";
import { NextUnassigned, OwnWork, TeamStrip, useNextUnassigned } from "./bulk/team-strip.tsx";
import { AddProspectDialog, AssignDialog, CommentDialog, ConflictDialog } from "./dialogs.tsx";
import { useDeadline } from "./fields/deadline-menu.tsx";
import { ProspectDialog } from "./index.ts";
import MemberSync from "./member-sync.tsx";
import { CrmContext } from "./prospect-parts.tsx";
import { useAssignees, useCounts } from "./prospects.api.ts";
import { useMoves } from "./steps/stage-actions.tsx";

const board = part(() => import("./board/board.tsx"));
const rows = part(() => import("./list/prospect-list.tsx"));

const DIALOGS = { assign: AssignDialog, deadline: CommentDialog };

const VIEW_ICONS = { board: PipelineIcon, list: RowsIcon };

const stagesIn = (stage: StageFilter) => (stage === "open" ? OPEN_STAGES : [stage]);

const totalOf = (counts: ProspectCounts, stage: StageFilter) =>
  stagesIn(stage).reduce((sum, each) => sum + sumOf(counts, each), 0);

/** The first tab: all prospects for a user who has none. It stays while the page is open. */
function useFirstTab(everyone: boolean, mine: ProspectCounts | undefined) {
  const [tab, setTab] = useState<"mine" | "team" | null>(null);
  if (tab === null && mine)
    setTab(everyone && STAGE_NAMES.every((stage) => sumOf(mine, stage) === 0) ? "team" : "mine");
  return tab ?? "mine";
}

/** The page of an administrator who may not read prospects. */
function Denied() {
  const t = useT();
  return (
    <Page title={t("prospects.title")} documentTitle={t("prospects.title")}>
      <div className="panel">
        <NoAccess text={t("prospects.no_access")} />
      </div>
    </Page>
  );
}

function Pipeline() {
  const t = useT();
  const format = useFormat();
  const phone = useMedia(PHONE);
  const lists = useRef<HTMLDivElement>(null);
  const assignees = useAssignees();
  const { take, elements } = useMoves();
  const mayAdd = useCan("prospects.write");
  const maySync = useCan("admin.system");
  const team = useCan("crm.team_overview");
  const all = useCan("prospects.read_all");
  const me = useUser().user?.member?.id;
  const { data: mine } = useCounts(true);
  const everyone = team || all;
  const list = useCrmAddress({ team, all, tab: useFirstTab(everyone, mine) });
  const filter = useFilterSelects(list, "prospects");
  const { address, hrefWith, change, close, isNarrowed: filtered } = list;
  const { tab, view, stage, q, prospect: openId, new: adding } = address;
  useFocusFollows(lists, "prospect");
  const [asking, setAsking] = useState<{
    for: keyof typeof DIALOGS;
    prospect: Prospect;
    returnFocus: string;
  } | null>(null);
  const deadlines = useDeadline();
  const next = useNextUnassigned();
  const [skipped, setSkipped] = useState<BulkAnswer["skipped"]>([]);
  const { data: counts, say } = useCounts(tab === "mine" && all);
  const offered = stagesFor({ all }, counts);
  const stages = STAGE_NAMES.filter((each) => each === stage || offered.includes(each));
  const statuses = stagesIn(stage).flatMap((each) => STAGES[each]);
  const { assignee: _, ...others } = list.query;
  const query: ListQuery = { ...others, assignedTo: assignedToOf(address, { all }) };
  const countOf = (each: StageFilter) => say((totals) => format.number(totalOf(totals, each)));
  const deadlineFilters = DEADLINE_FILTERS.map((value) => ({
    value,
    label: t(`prospects.deadline.${value}`),
  }));
  const people = [
    ...(me === undefined ? [] : [{ value: "me" as const, label: t("prospects.filter.mine") }]),
    ...[...assignees.values()]
      .filter(({ id }) => id !== me)
      .map(({ id, displayName }) => ({ value: id, label: displayName })),
  ];
  const add = mayAdd ? () => change({ new: true }) : undefined;
  const ask = (dialog: keyof typeof DIALOGS) => (prospect: Prospect, returnFocus: string) =>
    setAsking({ for: dialog, prospect, returnFocus });
  const Asking = asking && DIALOGS[asking.for];
  const beside = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedLinks
        label={t("prospects.tabs")}
        value={tab}
        to={(value) => hrefWith({ tab: value, assignee: null, prospect: null })}
        options={[
          { value: "mine", label: t("prospects.tab.mine"), count: mine && totalOf(mine, "open") },
          ...(everyone
            ? [{ value: "team" as const, label: t(team ? "prospects.tab.team" : "prospects.tab.all") }]
            : []),
          ...(all ? [{ value: "sources" as const, label: t("prospects.tab.sources") }] : []),
        ]}
      />
      {tab === "mine" ? <OwnWork /> : null}
    </div>
  );
  if (tab === "sources")
    return (
      <Page
        title={t("prospects.title")}
        documentTitle={`${t("prospects.tab.sources")} · ${t("prospects.title")}`}
        beside={beside}
        actions={
          <Suspense>
            <newSource.View />
          </Suspense>
        }
      >
        <Suspense fallback={<PageSpinner />}>
          <sources.View />
        </Suspense>
      </Page>
    );
  return (
    <CrmContext
      value={{
        ...{ list, query, add, take, assignees },
        assign: ask("assign"),
        setDeadline: deadlines.set,
        askDeadline: ask("deadline"),
      }}
    >
      <Page
        title={t("prospects.title")}
        documentTitle={t("prospects.title")}
        beside={beside}
        actions={
          <>
            {maySync ? <MemberSync /> : null}
            {add ? (
              <Button variant={next ? "default" : "primary"} icon={<PlusIcon />} onClick={add}>
                <span className="max-md:sr-only">{t("prospects.add")}</span>
              </Button>
            ) : null}
          </>
        }
      >
        <NextUnassigned />
        {tab === "team" && team ? <TeamStrip /> : null}
        <FilterBar
          list={list}
          search={t("prospect.search")}
          before={
            view === "list" || phone ? (
              <SegmentedLinks
                label={t("prospects.stages")}
                className="max-md:w-full max-md:*:px-2 md:mr-2"
                fill={phone}
                value={stage}
                to={(value) => hrefWith({ stage: value, status: null, prospect: null })}
                options={(["open", ...stages] as const).map((value) => ({
                  value,
                  label: t(`stage.${value}`),
                  count: filtered || phone ? undefined : countOf(value),
                }))}
              />
            ) : null
          }
          after={
            <SegmentedLinks
              label={t("prospects.view")}
              className="ml-auto max-md:ml-0"
              value={view}
              to={(value) => hrefWith({ view: value, prospect: null })}
              replace
              options={VIEWS.map((value) => {
                const Icon = VIEW_ICONS[value];
                const label = (
                  <>
                    <Icon className="md:hidden" />
                    <span className="max-md:sr-only">{t(`prospects.view.${value}`)}</span>
                  </>
                );
                return { value, label };
              })}
            />
          }
        >
          {(all && tab === "team") || address.assignee !== null ? (
            <FilterSelect
              list={list}
              name="assignee"
              label={t("prospects.filter.assignee")}
              anyLabel={t(tab === "mine" ? "prospects.filter.mine" : "prospects.filter.everyone")}
              options={[
                { value: "none", label: t("prospect.empty.assignedTo") },
                ...(tab === "team" ? people : []),
              ]}
            />
          ) : null}
          {filter("deadline", deadlineFilters)}
          {address.status !== null || (view === "list" && statuses.length > 1)
            ? filter(
                "status",
                [...new Set([...statuses, ...(address.status ? [address.status] : [])])].map((value) => ({
                  value,
                  label: t(`status.${value}`),
                })),
              )
            : null}
          {address.inDiscord === null
            ? null
            : filter("inDiscord", [{ value: "1", label: t("prospects.in_discord") }])}
        </FilterBar>
        {skipped.length > 0 ? <SkippedNotice skipped={skipped} onClose={() => setSkipped([])} /> : null}
        <div ref={lists}>
          {view === "list" ? (
            <Suspense>
              <rows.View
                key={`${tab} ${stage}`}
                query={{ ...query, stage: q ? null : stage }}
                total={filtered || !counts ? null : totalOf(counts, stage)}
                label={q ? t("prospects.found") : t(`stage.${stage}`)}
                onSkipped={setSkipped}
              />
            </Suspense>
          ) : phone ? (
            <BoardColumn stage={stage} count={filtered ? "" : countOf(stage)} />
          ) : (
            <Suspense>
              <board.View key={tab} stages={stages} countOf={countOf} onSkipped={setSkipped} />
            </Suspense>
          )}
        </div>
        {elements}
        <BulkProgress />
        {Asking ? <Asking {...asking} isDeadline onClose={() => setAsking(null)} /> : null}
        {deadlines.conflict.editing.conflict ? <ConflictDialog {...deadlines.conflict} /> : null}
        {adding && mayAdd ? (
          <AddProspectDialog
            onAdded={(prospect) => change({ new: false, prospect: prospect.id })}
            onClose={() => change({ new: false })}
          />
        ) : null}
        {openId === null ? null : (
          <ProspectDialog
            key={openId}
            id={openId}
            returnFocus={`[data-prospect="${openId}"] [data-open]`}
            onClose={() => close({ prospect: null })}
          />
        )}
      </Page>
    </CrmContext>
  );
}

/** Filters that the page is opened with again; the search and what is open over the page are not. */
const REMEMBERED = ["tab", "stage", "assignee", "deadline", "status", "sort"];

export default function ProspectsPage() {
  const mayRead = useCan("prospects.read");
  const left = useRememberedQuery("crm-filters", REMEMBERED);
  if (!mayRead) return <Denied />;
  return left ? <Navigate to={`/crm${left}`} replace /> : <Pipeline />;
}
