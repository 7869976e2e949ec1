import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { LoadingCards } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { ShipPhoto } from "../ships/index.ts";
import { crewText } from "./hangar-figures.ts";
import {
  Categories,
  type EntryActions,
  EntryButtons,
  EntryMenu,
  Insurance,
  Maker,
  NotListed,
  ShipName,
} from "./ship-parts.tsx";

const GRID = "grid gap-[18px] max-md:gap-3 md:grid-cols-2 min-[901px]:grid-cols-3 min-[1201px]:grid-cols-4";

/** Width of a card's photo, as the attribute of an image. */
const PHOTO_SIZES = "(max-width: 700px) 100px, (max-width: 900px) 46vw, (max-width: 1200px) 31vw, 314px";

function ShipCard(props: { entry: HangarShip; actions: EntryActions; isPhone: boolean }) {
  const t = useT();
  const format = useFormat();
  const { entry, actions, isPhone } = props;
  const { ship, notes, acquiredDate } = entry;
  const figure = "figure block text-[15px] leading-[1.3]";
  return (
    <li data-entry={entry.id} className="group panel relative flex flex-col overflow-hidden max-md:flex-row">
      <div className="max-md:m-3 max-md:mr-0 max-md:w-[100px] max-md:flex-none">
        <div className="relative aspect-[16/8.6] overflow-hidden max-md:aspect-[16/11] max-md:rounded-c">
          <ShipPhoto url={ship.urlPhoto} sizes={PHOTO_SIZES} small={isPhone} />
        </div>
        {ship.isListed || isPhone ? null : (
          <div className="relative">
            <NotListed className="absolute bottom-2.5 left-2.5 flex" />
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-3.5 pb-[15px] max-md:px-3.5 max-md:pt-[11px] max-md:pb-3">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-[15px] leading-[1.3] text-pretty [overflow-wrap:anywhere]">
            <ShipName entry={entry} />
          </h2>
          {isPhone ? (
            <span className="-my-1 -mr-1.5 flex">
              <EntryMenu entry={entry} actions={actions} />
            </span>
          ) : null}
        </div>
        <p className="hint [overflow-wrap:anywhere]">
          <Maker entry={entry} />
        </p>
        {isPhone && !ship.isListed ? <NotListed className="mt-[7px] flex self-start" /> : null}
        <div className="mt-2.5 mb-3 max-md:mt-[7px] max-md:mb-[9px]">
          <Categories entry={entry} />
          <Insurance entry={entry} className="mt-2" />
        </div>
        {notes ? (
          isPhone ? (
            <details className="-mt-0.5 mb-2 text-sm text-ink-2">
              <summary className="min-h-6 w-fit rounded-s">{t("hangar.field.notes")}</summary>
              <Notes text={notes} />
            </details>
          ) : (
            <Notes text={notes} space="-mt-px mb-[13px]" />
          )
        ) : null}
        <Facts
          look="under"
          className="mt-auto grid grid-cols-[auto_auto_1fr] gap-5 border-t border-line pt-2.5 text-md max-md:gap-2.5 max-md:pt-2"
        >
          <Fact label={t("hangar.scu")}>
            <span className={figure}>{ship.scu > 0 ? format.number(ship.scu) : "–"}</span>
          </Fact>
          <Fact label={t("hangar.crew")}>
            <span className={figure}>{crewText(ship) ?? "–"}</span>
          </Fact>
          <Fact label={t("hangar.acquired")} className="text-right whitespace-nowrap max-md:text-sm">
            {format.date(acquiredDate)}
          </Fact>
        </Facts>
      </div>
      {isPhone ? null : (
        <span className="absolute top-2 right-2 flex gap-0.5 rounded-m bg-void/85 p-0.5 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
          <EntryButtons entry={entry} actions={actions} />
        </span>
      )}
    </li>
  );
}

const Notes = ({ text, space }: { text: string; space?: string }) => (
  <p className={cx("text-sm leading-[1.45] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]", space)}>
    {text}
  </p>
);

export function ShipCards({ entries, actions }: { entries: readonly HangarShip[]; actions: EntryActions }) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  return (
    <ul aria-label={t("hangar.ships")} className={GRID}>
      {entries.map((entry) => (
        <ShipCard key={entry.id} entry={entry} actions={actions} isPhone={isPhone} />
      ))}
    </ul>
  );
}

const SKELETON = (
  <div className="panel overflow-hidden max-md:flex max-md:gap-3 max-md:p-3">
    <Skeleton className="aspect-[16/8.6] rounded-none max-md:aspect-[16/11] max-md:w-[100px] max-md:rounded-c" />
    <div className="flex-1 px-4 pt-3.5 pb-[15px] max-md:p-0">
      <Skeleton className="h-[18px] w-3/5" />
      <Skeleton className="mt-2 h-3.5 w-2/5" />
      <Skeleton className="mt-3 h-5 w-20" />
      <Skeleton className="mt-8 h-9 w-full max-md:mt-4" />
    </div>
  </div>
);

export const LoadingShips = () => <LoadingCards grid={GRID} skeleton={SKELETON} skeletons={8} />;

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
            headClass: "max-lg:hidden",
            cell: (entry) => (
              <>
                <Categories entry={entry} />
                <Insurance entry={entry} className="mt-1" />
              </>
            ),
            cellClass: "max-lg:hidden",
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
