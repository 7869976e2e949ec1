import { useDeferredValue, useMemo } from "react";
import { SHIP_ROLES, SHIP_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { COLUMNS, countFilters, type FleetAddress, NO_FILTERS, SEARCH_LENGTH } from "./address.ts";
import type { Fleet } from "./fleet.ts";
import { rowsOf } from "./rows.ts";
import { ShipTable } from "./ship-table.tsx";

/** The ships and who owns them, searched, filtered and sorted. */
export function ShipsPanel(props: {
  fleet: Fleet;
  address: FleetAddress;
  change: (changes: Partial<FleetAddress>) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { fleet, address, change } = props;
  // What is typed and pressed stays ahead of a table of 10,000 rows.
  const { q, role, size, online, view, sort } = useDeferredValue(address);
  const rows = useMemo(
    () => rowsOf(fleet, { q, role, size, online, view }),
    [fleet, q, role, size, online, view],
  );
  const count = countFilters(address);
  return (
    <section aria-labelledby="ships-and-owners" className="panel @container print:border-0">
      <div className="px-[18px] pt-3.5 max-md:px-4">
        <h2 id="ships-and-owners" tabIndex={-1} className="mb-3 scroll-mt-20 outline-none">
          {t("fleet.table")}{" "}
          <span className="ml-1.5 figure font-medium text-ink-2">
            {t(view === "types" ? "fleet.types" : "fleet.entries", { count: rows.length })}
          </span>
        </h2>
        <div className="print:hidden">
          <FilterBar
            search={{
              label: t("fleet.search"),
              value: address.q,
              maxLength: SEARCH_LENGTH,
              onChange: (next) => change({ q: next }),
            }}
            count={count}
            onClear={() => change(NO_FILTERS)}
            after={
              <SegmentedRadio
                label={t("fleet.view")}
                options={[
                  { value: "types", label: t("fleet.view.types") },
                  { value: "ships", label: t("fleet.view.ships") },
                ]}
                value={address.view}
                onChange={(next) => change({ view: next })}
                className="max-md:order-4 max-md:w-full max-md:*:flex-1 md:ml-auto"
              />
            }
          >
            <FilterSelect
              label={t("fleet.filter.role")}
              value={address.role}
              onChange={(value) => change({ role: value })}
              anyLabel={t("fleet.filter.any_role")}
              options={SHIP_ROLES.map((value) => ({ value, label: t(`ships.role.${value}`) }))}
            />
            <FilterSelect
              label={t("fleet.filter.size")}
              value={address.size}
              onChange={(value) => change({ size: value })}
              anyLabel={t("fleet.filter.any_size")}
              options={SHIP_SIZES.map((value) => ({ value, label: t(`ships.size.${value}`) }))}
            />
            <FilterSelect
              label={t("fleet.filter.online")}
              value={address.online ? "1" : null}
              onChange={(value) => change({ online: value !== null })}
              anyLabel={t("fleet.filter.any_owner")}
              options={[{ value: "1", label: t("fleet.filter.owner_online") }]}
            />
            <span className="contents md:hidden">
              <FilterSelect
                label={t("fleet.sort")}
                value={address.sort === "-owned" ? null : address.sort}
                onChange={(value) => change({ sort: value ?? "-owned" })}
                anyLabel={t("fleet.column.owned")}
                options={COLUMNS.filter((name) => name !== "owned").map((name) => ({
                  value: name === "ship" || name === "roles" ? name : (`-${name}` as const),
                  label: t(`fleet.column.${name}`),
                }))}
              />
            </span>
          </FilterBar>
        </div>
      </div>
      {rows.length > 0 ? (
        <ShipTable
          rows={rows}
          fleet={fleet}
          view={view}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
      ) : (
        <EmptyState
          className="border-t border-line"
          title={t("fleet.no_match")}
          text={t("fleet.no_match_text", { types: format.number(fleet.types.length) })}
          action={<Button onClick={() => change(NO_FILTERS)}>{t("filter.clear")}</Button>}
        />
      )}
    </section>
  );
}
