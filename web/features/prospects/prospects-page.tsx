import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import {
  DEADLINE_FILTERS,
  SEARCH_LENGTH,
  STAGE_NAMES,
  STAGES,
  type Stage,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import type {
  BulkAnswer,
  Prospect,
  ProspectCounts,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { useFocusFollows } from "../../lib/focus.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../lib/list.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { PipelineIcon, PlusIcon, RowsIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { part } from "../../ui/part.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import {
  assignedToOf,
  countFilters,
  crmShape,
  NO_FILTERS,
  rememberedView,
  rememberView,
  stagesFor,
  type Tab,
  VIEWS,
} from "./address.ts";
import { BoardColumn } from "./board/board-column.tsx";
import { SkippedNotice } from "./bulk/bulk-bar.tsx";
import { TeamStrip } from "./bulk/team-strip.tsx";
import { AddProspectDialog, AssignDialog } from "./dialogs.tsx";
import { ProspectList } from "./list/prospect-list.tsx";
import { ProspectDialog } from "./prospect-dialog.tsx";
import { CrmContext } from "./prospect-parts.tsx";
import { useAssignees, useCounts } from "./prospects.api.ts";
import { useMoves } from "./steps/stage-actions.tsx";
import { SyncButton } from "./sync-button.tsx";

const board = part(() => import("./board/board.tsx"));

const VIEW_ICONS = { board: PipelineIcon, list: RowsIcon };

const sumOf = (counts: ProspectCounts, stage: Stage) =>
  STAGES[stage].reduce((sum, status) => sum + counts[status], 0);

/** The tab to begin with: a user who has no prospects begins with those of all. It stays while the page is open. */
function useFirstTab(team: boolean, mine: ProspectCounts | undefined): Tab {
  const [tab, setTab] = useState<Tab | null>(null);
  if (tab === null && mine)
    setTab(team && STAGE_NAMES.every((stage) => sumOf(mine, stage) === 0) ? "team" : "mine");
  return tab ?? "mine";
}

/** The recruitment pipeline. */
export default function ProspectsPage() {
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
  const firstTab = useFirstTab(team, mine);
  const shape = useMemo(
    () => crmShape({ team, all, view: rememberedView(), tab: firstTab }),
    [team, all, firstTab],
  );
  const { address, has, hrefWith, linkTo, change, close } = useAddress("/crm", shape);
  const { tab, view, stage, q, assignee, deadline, prospect: openId, new: adding } = address;
  const chosenView = has("view") ? view : null;
  useEffect(() => {
    if (chosenView) rememberView(chosenView);
  }, [chosenView]);
  useFocusFollows(lists, "prospect");
  const [assigning, setAssigning] = useState<{ prospect: Prospect; returnFocus: string } | null>(null);
  const [skipped, setSkipped] = useState<BulkAnswer["skipped"]>([]);
  const { data: counts } = useCounts(tab === "mine");
  const stages = stagesFor({ all });
  const filtered = q !== "" || countFilters(address) > 0;
  const query: ListQuery = { assignedTo: assignedToOf(address), deadline, q };
  const open = mine && sumOf(mine, "intro") + sumOf(mine, "onboarding");
  const countOf = (each: Stage) => (counts ? format.number(sumOf(counts, each)) : "");
  const others = [
    ...(me === undefined ? [] : [{ value: "me" as const, label: t("prospects.filter.mine") }]),
    ...[...assignees.values()]
      .filter(({ id }) => id !== me)
      .map(({ id, displayName }) => ({ value: id, label: displayName })),
  ];
  const add = mayAdd ? () => change({ new: true }) : undefined;
  return (
    <CrmContext
      value={{
        query,
        filtered,
        add,
        take,
        assignees,
        openId,
        linkTo: (prospect) => linkTo({ prospect: prospect.id }),
        assign: (prospect, returnFocus) => setAssigning({ prospect, returnFocus }),
      }}
    >
      <Page
        title={t("prospects.title")}
        documentTitle={t("nav.crm")}
        beside={
          <SegmentedLinks
            label={t("prospects.tabs")}
            value={tab}
            to={(value) => hrefWith({ tab: value, assignee: null, prospect: null })}
            options={[
              { value: "mine", label: t("prospects.tab.mine"), count: open },
              ...(team ? [{ value: "team" as const, label: t("prospects.tab.team") }] : []),
            ]}
          />
        }
        actions={
          <>
            {maySync ? <SyncButton /> : null}
            {add ? (
              <Button variant="primary" icon={<PlusIcon />} onClick={add}>
                {t("prospects.add")}
              </Button>
            ) : null}
          </>
        }
      >
        {tab === "team" ? (
          <TeamStrip value={assignee} onChange={(chosen) => change({ assignee: chosen })} />
        ) : null}
        <FilterBar
          search={{
            label: t("prospects.search"),
            value: q,
            maxLength: SEARCH_LENGTH,
            onChange: (next) => change({ q: next }),
          }}
          count={countFilters(address)}
          onClear={() => change(NO_FILTERS)}
          before={
            view === "list" || phone ? (
              <SegmentedLinks
                label={t("prospects.stages")}
                className="max-md:w-full md:mr-2"
                fill={phone}
                value={stage}
                to={(value) => hrefWith({ stage: value, prospect: null })}
                options={stages.map((value) => ({
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
          {all ? (
            <FilterSelect<number | "none" | "me">
              label={t("prospects.filter.assignee")}
              value={assignee}
              onChange={(value) => change({ assignee: value })}
              anyLabel={t(tab === "mine" ? "prospects.filter.mine" : "prospects.filter.everyone")}
              options={[
                { value: "none", label: t("prospect.empty.assignedTo") },
                ...(tab === "team" ? others : []),
              ]}
            />
          ) : null}
          <FilterSelect
            label={t("prospects.filter.deadline")}
            value={deadline}
            onChange={(value) => change({ deadline: value })}
            anyLabel={t("prospects.filter.any_deadline")}
            options={DEADLINE_FILTERS.map((value) => ({ value, label: t(`prospects.deadline.${value}`) }))}
          />
        </FilterBar>
        {skipped.length > 0 ? <SkippedNotice skipped={skipped} onClose={() => setSkipped([])} /> : null}
        <div ref={lists}>
          {view === "list" ? (
            <ProspectList
              key={`${tab} ${stage}`}
              query={{ ...query, stage: q ? null : stage }}
              label={q ? t("prospects.found") : t(`stage.${stage}`)}
              filtered={filtered}
              onSkipped={setSkipped}
              onClear={() => change(NO_FILTERS)}
            />
          ) : phone ? (
            <BoardColumn stage={stage} count={filtered ? "" : countOf(stage)} />
          ) : (
            <Suspense>
              <board.View stages={stages} countOf={countOf} />
            </Suspense>
          )}
        </div>
        {elements}
        {assigning ? <AssignDialog {...assigning} onClose={() => setAssigning(null)} /> : null}
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
