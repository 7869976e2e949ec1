import { useDeferredValue, useMemo } from "react";
import { SHIP_ROLES, SHIP_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { FilterBar, FilterSelect, useFilterSelects } from "../../ui/filter-bar.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { COLUMNS, type FleetAddress, type FleetList, VIEWS } from "./address.ts";
import type { Fleet } from "./fleet.ts";
import { rowsOf } from "./fleet.ts";
import { ShipTable } from "./ship-table.tsx";

export function ShipsPanel({ fleet, list }: { fleet: Fleet; list: FleetList }) {
  const t = useT();
  const format = useFormat();
  const filter = useFilterSelects(list, "fleet");
  const { address, change } = list;
  const roles = SHIP_ROLES.map((value) => ({ value, label: t(`ships.role.${value}`) }));
  const sizes = SHIP_SIZES.map((value) => ({ value, label: t(`ships.size.${value}`) }));
  const onSort = (next: FleetAddress["sort"]) => change({ sort: next });
  // Typing and pressing stay responsive with a table of 10,000 rows.
  const { q, role, size, online, view, sort } = useDeferredValue(address);
  const rows = useMemo(
    () => rowsOf(fleet, { q, role, size, online, view }),
    [fleet, q, role, size, online, view],
  );
  return (
    <section aria-labelledby="ships-and-owners" className="panel @container print:border-0">
      <div className="pad pt-3.5">
        <h2 id="ships-and-owners" tabIndex={-1} className="mb-3 scroll-mt-20 outline-none">
          {t("fleet.table")}{" "}
          <span className="ml-1.5 text-md font-medium text-ink-2">
            {view === "types" ? t("fleet.types", { count: rows.length }) : format.number(rows.length)}
          </span>
        </h2>
        <div className="print:hidden">
          <FilterBar
            list={list}
            search={t("fleet.search")}
            after={
              <SegmentedRadio
                label={t("fleet.view")}
                options={VIEWS.map((value) => ({ value, label: t(`fleet.view.${value}`) }))}
                value={address.view}
                onChange={(next) => change({ view: next })}
                className="max-md:order-4 max-md:w-full max-md:*:flex-1 md:ml-auto"
              />
            }
          >
            {filter("role", roles)}
            {filter("size", sizes)}
            {filter("online", [{ value: "1", label: t("fleet.filter.owner_online") }])}
            <span className="contents md:hidden">
              <FilterSelect
                list={list}
                name="sort"
                label={t("fleet.sort")}
                anyLabel={t("fleet.column.size")}
                options={COLUMNS.filter((name) => name !== "size").map((name) => ({
                  value: name === "ship" || name === "roles" ? name : `-${name}`,
                  label: t(`fleet.column.${name}`),
                }))}
              />
            </span>
          </FilterBar>
        </div>
      </div>
      <ListView
        source={{ list: { items: rows, more: false } }}
        list={list}
        noMatch={{ title: t("fleet.no_match") }}
        stateClass="border-t border-line"
      >
        {() => <ShipTable rows={rows} fleet={fleet} view={view} sort={sort} onSort={onSort} />}
      </ListView>
    </section>
  );
}
