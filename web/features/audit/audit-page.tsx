import { type ComponentProps, Suspense, useId, useState } from "react";
import {
  type AuditActionOption,
  type AuditEntry,
  areaOf,
  BY_NOBODY,
} from "../../../worker/features/audit/audit.schema.ts";
import { useAction } from "../../lib/action.ts";
import { type Changes, useAddress } from "../../lib/address.ts";
import { withQuery } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { addDays, dayOf } from "../../lib/date-input.ts";
import { useCan } from "../../lib/gate.tsx";
import { currentLanguage, useT } from "../../lib/i18n/i18n.ts";
import { type ListQuery, usePagedList } from "../../lib/list.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useUser } from "../../lib/session.tsx";
import { unreadText } from "../../lib/unread.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { DayInput } from "../../ui/date-time.tsx";
import { Select } from "../../ui/field.tsx";
import { FilterBar, useFilterSelects } from "../../ui/filter-bar.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { EmptyState, PageSpinner } from "../../ui/states.tsx";
import { refusals } from "../security-log/index.ts";
import { AREAS, auditFilters, tab, useAuditAddress } from "./address.ts";
import { Entries } from "./entry-list.tsx";

const auditPath = (organizationId: number) => `/api/audit/${organizationId}`;
const actionsPath = (organizationId: number) => `${auditPath(organizationId)}/actions`;

/** Entries of the audit log, newest first, 50 a page. */
function useAudit(query: ListQuery) {
  const { user } = useUser();
  return usePagedList<AuditEntry>(user ? auditPath(user.organizationId) : null, query, ["activity"], 50);
}

const useActions = () => useOfOrganization<AuditActionOption[]>(actionsPath, [], { poll: 0 });

/** Saves the entries of a query as a CSV file. @throws ApiError */
const exportAudit = (organizationId: number, query: ListQuery): Promise<void> =>
  saveFile(withQuery(`${auditPath(organizationId)}/export`, query), "audit-log.csv");

/** The users of these entries, by name. */
function peopleOf(entries: readonly AuditEntry[]) {
  const people = new Map(
    entries.flatMap(({ actor }) => (actor.userId === null ? [] : [[actor.userId, actor.name] as const])),
  );
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true });
  return [...people].map(([value, label]) => ({ value, label })).sort((a, b) => compare(a.label, b.label));
}

/** A day that filters the log, marked while it is set; a text that is no day filters nothing. */
function DayField(props: { label: string } & ComponentProps<typeof DayInput>) {
  const { label, value, onChange, ...input } = props;
  const id = useId();
  const [wrong, setWrong] = useState("");
  return (
    <span className="flex items-center gap-2 max-md:flex-[1_1_40%]">
      <label htmlFor={id} className="text-md text-ink-2 max-md:w-9">
        {label}
      </label>
      <DayInput
        {...input}
        id={id}
        size="m"
        value={wrong || value}
        onChange={(day) => {
          const isWrong = unreadText(day) !== null;
          setWrong(isWrong ? day : "");
          onChange(isWrong ? "" : day);
        }}
        className={cx("w-44 flex-1", Boolean(value) && "[&_input]:border-ice")}
      />
    </span>
  );
}

/** Numbers of days, today among them, that are one choice. */
const LAST_DAYS = [1, 7, 30];

/** The days of the log: the last ones up to today, or a first and a last day of the user's choice. */
function Days({ list }: { list: ReturnType<typeof useAuditAddress> }) {
  const t = useT();
  const now = new Date(useNow());
  const [isChoosing, setIsChoosing] = useState(false);
  const { from, to } = list.address;
  const firstOf = (days: number) => dayOf(addDays(now, 1 - days));
  const last = to === null ? LAST_DAYS.find((days) => firstOf(days) === from) : undefined;
  const isChosen = isChoosing || (last === undefined && (from !== null || to !== null));
  return (
    <>
      <Select
        size="m"
        className={cx("w-auto max-md:flex-auto", (from !== null || to !== null) && "border-ice")}
        aria-label={t("audit.filter.days")}
        value={isChosen ? "chosen" : (last ?? "")}
        empty={t("audit.filter.any_days")}
        options={[
          ...LAST_DAYS.map((days) => ({ value: days, label: t("audit.last_days", { days }) })),
          { value: "chosen", label: t("audit.choose_days") },
        ]}
        onChange={({ target: { value } }) => {
          setIsChoosing(value === "chosen");
          if (value !== "chosen") list.change({ from: value ? firstOf(Number(value)) : null, to: null });
        }}
      />
      {isChosen ? (
        <>
          <DayField
            label={t("audit.filter.from")}
            value={from ?? ""}
            max={to ?? undefined}
            onChange={(day) => list.change({ from: day || null })}
          />
          <DayField
            label={t("audit.filter.to")}
            value={to ?? ""}
            min={from ?? undefined}
            onChange={(day) => list.change({ to: day || null })}
          />
        </>
      ) : null}
    </>
  );
}

const TAB = { tab };

/** The audit log, for administrators with a tab of what was refused. */
export default function AuditPage() {
  const t = useT();
  const administers = useCan("admin.users");
  const { address } = useAddress("/audit", TAB);
  const isRefused = administers && address.tab === "refused";
  return (
    <Page
      above={<BackLink to="/admin">{t("audit.back")}</BackLink>}
      title={t("audit.title")}
      documentTitle={t(isRefused ? "audit.refused" : "audit.title")}
      beside={
        administers ? (
          <SegmentedLinks
            label={t("audit.tabs")}
            value={isRefused ? "refused" : "changes"}
            options={[
              { value: "changes", label: t("audit.changes") },
              { value: "refused", label: t("audit.refused") },
            ]}
            to={(value) => (value === "refused" ? "/audit?tab=refused" : "/audit")}
          />
        ) : null
      }
    >
      {isRefused ? (
        <Suspense fallback={<PageSpinner />}>
          <refusals.View />
        </Suspense>
      ) : (
        <AuditLog />
      )}
    </Page>
  );
}

/** Exports the entries that the filters of the address leave. */
function Export({ query, isEmpty }: { query: ListQuery; isEmpty: boolean }) {
  const t = useT();
  const { user } = useUser();
  const save = useAction(async () => user && exportAudit(user.organizationId, query), {
    failed: t("audit.export_failed"),
  });
  return (
    <Button
      icon={<DownloadIcon />}
      pending={save.pending}
      className="md:ml-auto"
      reason={isEmpty && t("audit.export_nothing")}
      onClick={() => void save.run()}
    >
      <span className="max-md:sr-only">{t("audit.export")}</span>
    </Button>
  );
}

/** The query of the log without any filter. */
const ALL = auditFilters.query(auditFilters.none);

function AuditLog() {
  const t = useT();
  const seesSignIns = useCan("admin.users");
  const format = useFormat();
  const addressed = useAuditAddress();
  const [clears, setClears] = useState(0);
  const clear = () => {
    setClears(clears + 1);
    return addressed.clear();
  };
  const list = { ...addressed, clear };
  const filter = useFilterSelects(list, "audit");
  const { address, change, query } = list;
  const { q, by, area, action, record, session, signIns } = address;
  // The kinds and records of another area would leave nothing.
  const ofArea = (changes: Changes<typeof list.shape>) => change({ action: "", record: null, ...changes });
  const areaFilter = useFilterSelects({ ...list, change: ofArea }, "audit");
  const source = useAudit(query);
  // The filter offers the users of the newest entries besides those of the entries on screen.
  const newest = useAudit(ALL);
  const { data: known = [] } = useActions();
  const isOther = known.length > 0 && action !== "" && !known.some((each) => each.action === action);
  const actions = [
    ...known.filter((each) => area === null || areaOf(each.action) === area),
    ...(isOther ? [{ action, text: action }] : []),
  ];
  const people = peopleOf([...(newest.list?.items ?? []), ...(source.list?.items ?? [])]);
  const isUnknown = typeof by === "number" && !people.some(({ value }) => value === by);
  const recordName = source.list?.items.find((entry) => entry.record.name)?.record.name;
  return (
    <>
      <FilterBar
        list={list}
        search={t("audit.search")}
        after={<Export query={query} isEmpty={source.list?.items.length === 0} />}
      >
        {filter("by", [
          ...people,
          ...(isUnknown ? [{ value: by, label: t("audit.filter.person", { id: by }) }] : []),
          { value: BY_NOBODY, label: t("audit.filter.by_nobody") },
        ])}
        {areaFilter(
          "area",
          AREAS.map((value) => ({ value, label: t(`audit.area.${value}`) })),
        )}
        <Combobox
          isFilter
          label={t("audit.filter.action")}
          placeholder={t("audit.filter.any_action")}
          value={action || null}
          options={actions.map(({ action, text }) => ({ value: action, label: text }))}
          emptyText={t("audit.nothing_found")}
          onChange={(value) => change({ action: value ?? "" })}
        />
        {record !== null &&
          filter("record", [{ value: record, label: recordName ?? t("audit.filter.one_record") }])}
        {session !== null && filter("session", [{ value: session, label: t("audit.filter.one_session") }])}
        <Days key={clears} list={list} />
        {seesSignIns && session === null && action === "" ? (
          <Checkbox
            label={t("audit.sign_ins")}
            checked={signIns}
            onChange={() => change({ signIns: !signIns })}
          />
        ) : null}
      </FilterBar>
      <ListPanel
        source={source}
        list={list}
        noMatch={{ title: q ? t("audit.nothing_called", { q }) : t("audit.nothing_found") }}
        empty={<EmptyState title={t("audit.empty")} />}
        moreLabel={(loaded) => t("audit.more", { loaded: format.number(loaded) })}
      >
        {(entries) => <Entries entries={entries} />}
      </ListPanel>
    </>
  );
}
