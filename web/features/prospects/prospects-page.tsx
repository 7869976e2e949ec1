import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { STAGES, type Stage } from "../../../worker/features/prospects/pipeline.schema.ts";
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
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { PipelineIcon, PlusIcon } from "../../ui/icons.tsx";
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
  VIEWS,
} from "./address.ts";
import { BoardColumn } from "./board/board-column.tsx";
import { SkippedNotice } from "./bulk/skipped-notice.tsx";
import { TeamStrip } from "./bulk/team-strip.tsx";
import { CrmContext } from "./crm-context.ts";
import { AddProspectDialog, AssignDialog } from "./dialogs.tsx";
import { Filters } from "./list/filters.tsx";
import { ProspectList } from "./list/prospect-list.tsx";
import { ProspectDialog } from "./prospect-dialog.tsx";
import { ProspectCard } from "./prospect-parts.tsx";
import { useAssignees, useCounts } from "./prospects.api.ts";
import { useMoves } from "./steps/stage-actions.tsx";
import { SyncButton } from "./sync-button.tsx";

const board = part(() => import("./board/board.tsx"));

/** A view's name, on phones as an icon. */
function ViewLabel({ view }: { view: (typeof VIEWS)[number] }) {
  const t = useT();
  return (
    <>
      <span className="md:hidden">{view === "board" ? <PipelineIcon /> : <RowsIcon />}</span>
      <span className="max-md:sr-only">{t(`prospects.view.${view}`)}</span>
    </>
  );
}

function RowsIcon() {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 24 24"
      stroke="currentColor"
      strokeWidth={1.8}
      aria-hidden="true"
    >
      <path strokeLinecap="round" d="M4 6.5h16M4 12h16M4 17.5h16" />
    </svg>
  );
}

/** The page's address, and what of it is for the reader. */
function useCrmAddress() {
  const team = useCan("crm.team_overview");
  const all = useCan("prospects.read_all");
  const shape = useMemo(() => crmShape({ team, all, view: rememberedView() }), [team, all]);
  const address = useAddress("/crm", shape);
  const chosenView = address.has("view") ? address.address.view : null;
  useEffect(() => {
    if (chosenView) rememberView(chosenView);
  }, [chosenView]);
  return { ...address, team, all };
}

/** The recruitment pipeline. */
export default function ProspectsPage() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const phone = useMedia(PHONE);
  const lists = useRef<HTMLDivElement>(null);
  const assignees = useAssignees();
  const { elements, ...moves } = useMoves();
  const mayAdd = useCan("prospects.write");
  const maySync = useCan("admin.system");
  const { address, all, team, hrefWith, linkTo, change, close } = useCrmAddress();
  const { tab, view, stage, q, deadline, prospect: openId, new: adding } = address;
  useFocusFollows(lists, "prospect");
  const [assigning, setAssigning] = useState<{ prospect: Prospect; returnFocus: string } | null>(null);
  const [skipped, setSkipped] = useState<BulkAnswer["skipped"]>([]);
  const { data: mine } = useCounts(true);
  const { data: counts } = useCounts(tab === "mine");
  const stages = stagesFor({ all });
  const filtered = q !== "" || countFilters(address) > 0;
  const query: ListQuery = { assignedTo: assignedToOf(address), deadline, q };
  const sumOf = (known: ProspectCounts, each: Stage) =>
    STAGES[each].reduce((sum, status) => sum + known[status], 0);
  const open = mine && sumOf(mine, "intro") + sumOf(mine, "onboarding");
  const countOf = (each: Stage) => (counts ? format.number(sumOf(counts, each)) : "");
  const add = mayAdd ? () => change({ new: true }) : undefined;
  return (
    <CrmContext
      value={{
        ...moves,
        now,
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
          <TeamStrip value={address.assignee} onChange={(assignee) => change({ assignee })} />
        ) : null}
        <Filters
          address={address}
          all={all}
          onChange={change}
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
              options={VIEWS.map((value) => ({ value, label: <ViewLabel view={value} /> }))}
            />
          }
        />
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
            <BoardColumn
              stage={stage}
              query={query}
              filtered={filtered}
              count={filtered ? "" : countOf(stage)}
              onAdd={add}
              renderCard={(prospect) => <ProspectCard prospect={prospect} />}
            />
          ) : (
            <Suspense>
              <board.View stages={stages} query={query} filtered={filtered} countOf={countOf} onAdd={add} />
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
