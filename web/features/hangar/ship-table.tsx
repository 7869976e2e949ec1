import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { ShipPhoto } from "../ships/index.ts";
import { crewText } from "./figures.ts";
import { Categories, type EntryActions, EntryButtons, Maker, NotListed, ShipName } from "./ship-parts.tsx";

/** Entries of a hangar as rows. */
export function ShipTable({ entries, actions }: { entries: readonly HangarShip[]; actions: EntryActions }) {
  const t = useT();
  const format = useFormat();
  const number = { headClass: "text-right!", cellClass: "figure text-right whitespace-nowrap" };
  return (
    <Panel className="overflow-hidden">
      <Table
        label={t("hangar.ships")}
        items={entries}
        rowOf={({ id }) => ({ "data-entry": id, className: "h-[60px] hover:bg-deck/70" })}
        columns={{
          ship: {
            heading: t("hangar.column.ship"),
            cell: (entry) => (
              <span className="flex min-w-0 items-center gap-3">
                <span className="h-9 w-16 flex-none overflow-hidden rounded-s">
                  <ShipPhoto url={entry.ship.urlPhoto} sizes="64px" small />
                </span>
                <span className="min-w-0 leading-[1.35] [overflow-wrap:anywhere]">
                  <span className="font-book">
                    <ShipName entry={entry} />
                  </span>
                  <span className="block hint">
                    <Maker entry={entry} />
                  </span>
                  {entry.ship.isListed ? null : <NotListed className="mt-1 block" />}
                </span>
              </span>
            ),
            cellClass: "w-[36%]",
          },
          categories: {
            heading: t("hangar.column.categories"),
            cell: (entry) => <Categories entry={entry} />,
          },
          notes: {
            heading: t("hangar.field.notes"),
            headClass: "max-xl:hidden",
            cell: ({ notes }) => <p className="truncate text-sm text-ink-2">{notes}</p>,
            cellClass: "w-[20%] max-w-0 max-xl:hidden",
          },
          scu: {
            heading: t("hangar.scu"),
            cell: ({ ship }) => (ship.scu > 0 ? format.number(ship.scu) : "–"),
            ...number,
          },
          crew: { heading: t("hangar.crew"), cell: ({ ship }) => crewText(ship) ?? "–", ...number },
          acquired: {
            heading: t("hangar.acquired"),
            headClass: "text-right!",
            cell: ({ acquiredDate }) => format.date(acquiredDate),
            cellClass: "text-right text-md whitespace-nowrap text-ink-2",
          },
          actions: {
            heading: <span className="sr-only">{t("hangar.column.actions")}</span>,
            cell: (entry) => (
              <span className="flex justify-end gap-0.5">
                <EntryButtons entry={entry} actions={actions} />
              </span>
            ),
            cellClass: "w-20",
          },
        }}
      />
    </Panel>
  );
}
