import { useState } from "react";
import {
  AUDIT_SEARCH_LENGTH,
  type AuditEntry,
  BY_NOBODY,
} from "../../../worker/features/activity/activity.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { auditShape, countFilters, NO_FILTERS, queryOf } from "./address.ts";
import { exportAudit, useActions, useAudit } from "./audit.api.ts";
import { DayField } from "./day-field.tsx";
import { Entries } from "./entry-list.tsx";

export { firstPaths } from "./audit.api.ts";

/** Users who did what is in these entries, by name. */
function peopleOf(entries: readonly AuditEntry[]) {
  const people = new Map(
    entries.flatMap(({ actor }) => (actor.userId === null ? [] : [[actor.userId, actor.name] as const])),
  );
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Everything that was ever changed: searched, filtered, and exported. */
export default function AuditPage() {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { address, change, hrefWith } = useAddress("/audit", auditShape);
  const { q, by, action, session, from, to } = address;
  const query = queryOf(address);
  const source = useAudit(query);
  // Those of the newest entries can be chosen between, whatever the filters leave.
  const newest = useAudit({});
  const { data: actions = [] } = useActions();
  const [exporting, setExporting] = useState(false);
  const count = countFilters(address);
  const isNarrowed = count > 0 || q !== "";
  const people = peopleOf([...(newest.list?.items ?? []), ...(source.list?.items ?? [])]);
  const isUnknown = typeof by === "number" && !people.some(({ value }) => value === by);

  const save = async () => {
    if (!user) return;
    setExporting(true);
    try {
      await exportAudit(user.organizationId, query);
    } catch (error) {
      tellFailure(error, { title: t("audit.export_failed") });
    } finally {
      setExporting(false);
    }
  };
  return (
    <Page
      title={t("nav.audit")}
      documentTitle={t("nav.audit")}
      sub={t(session === null ? "audit.sub" : "audit.sub_session")}
      actions={
        <Button
          icon={<DownloadIcon />}
          pending={exporting}
          reason={source.list?.items.length === 0 && t("audit.export_nothing")}
          onClick={() => void save()}
        >
          {t("audit.export")}
        </Button>
      }
    >
      <FilterBar
        search={{
          label: t("audit.search"),
          value: q,
          maxLength: AUDIT_SEARCH_LENGTH,
          onChange: (next) => change({ q: next }),
        }}
        count={count}
        onClear={() => change(NO_FILTERS)}
      >
        <FilterSelect
          label={t("audit.filter.by")}
          value={by}
          onChange={(value) => change({ by: value })}
          anyLabel={t("audit.filter.anybody")}
          options={[
            ...people,
            ...(isUnknown ? [{ value: by, label: t("audit.filter.person", { id: by }) }] : []),
            { value: BY_NOBODY, label: t("audit.filter.by_nobody") },
          ]}
        />
        <FilterSelect
          label={t("audit.filter.action")}
          value={action || null}
          onChange={(value) => change({ action: value ?? "" })}
          anyLabel={t("audit.filter.any_action")}
          options={actions.map((each) => ({ value: each.action, label: each.text }))}
        />
        {session === null ? null : (
          <FilterSelect
            label={t("audit.filter.session")}
            value={session}
            onChange={(value) => change({ session: value })}
            anyLabel={t("audit.filter.any_session")}
            options={[{ value: session, label: t("audit.filter.one_session") }]}
          />
        )}
        <DayField
          label={t("audit.filter.from")}
          value={from}
          max={to}
          onChange={(value) => change({ from: value })}
        />
        <DayField
          label={t("audit.filter.to")}
          value={to}
          min={from}
          onChange={(value) => change({ to: value })}
        />
      </FilterBar>
      <Panel className="overflow-hidden" aria-busy={!source.list && !source.error}>
        <ListView
          source={source}
          loading={<LoadingRows rows={8} />}
          empty={
            isNarrowed ? (
              <EmptyState
                title={q ? t("audit.nothing_called", { q }) : t("audit.nothing_found")}
                text={t("audit.nothing_text")}
                action={<Button onClick={() => change(NO_FILTERS)}>{t("filter.clear")}</Button>}
              />
            ) : (
              <EmptyState title={t("audit.empty")} text={t("audit.empty_text")} />
            )
          }
          moreLabel={(loaded) => t("audit.more", { loaded: format.number(loaded) })}
        >
          {(entries) => (
            <Entries
              entries={entries}
              onlyBy={({ userId }) => hrefWith({ ...NO_FILTERS, by: userId ?? BY_NOBODY })}
              onlyIn={(mark) => (session === mark ? null : hrefWith({ ...NO_FILTERS, session: mark }))}
            />
          )}
        </ListView>
      </Panel>
    </Page>
  );
}
