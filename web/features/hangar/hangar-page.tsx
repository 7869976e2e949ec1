import { useId } from "react";
import { HANGAR_CATEGORIES } from "../../../worker/features/ships/ships.schema.ts";
import { useFilters } from "../../lib/filters.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Select } from "../../ui/field.tsx";
import { Figure, Figures, LoadingFigures } from "../../ui/figures.tsx";
import { SearchField } from "../../ui/filter-bar.tsx";
import {
  CardsIcon,
  PlusIcon,
  RowsIcon,
  SearchIcon,
  ShipIcon,
  UploadIcon,
  WarningIcon,
} from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { ExportMenu } from "../imports/index.ts";
import { hangarFilters, SORTS, VIEWS } from "./address.ts";
import { CatalogueSync, EmptyHangar, IMPORT_PATH } from "./empty-hangar.tsx";
import { useHangar, usePrivacy, useShipSync } from "./hangar.api.ts";
import { type HangarFigures, hangarFigures, shownEntries } from "./hangar-figures.ts";
import { type EntryActions, useRemove } from "./ship-parts.tsx";
import { LoadingShips, ShipCards, ShipTable } from "./ship-views.tsx";

const AddDialog = lazyDialog(() => import("./add-ship-dialog.tsx"));
const EditDialog = lazyDialog(() => import("./edit-ship-dialog.tsx"));

const VIEW_ICONS = { cards: <CardsIcon size={15} />, list: <RowsIcon size={15} /> };

/** Whether the fleet shows the hangar, and the button that changes it. */
function Privacy() {
  const t = useT();
  const { isHidden, change } = usePrivacy();
  if (isHidden === null) return "\u00a0";
  return (
    <>
      {t(isHidden ? "hangar.hidden" : "hangar.seen")}{" "}
      <button
        type="button"
        className="link text-md font-medium"
        aria-busy={change.pending}
        onClick={() => void change.run(!isHidden)}
      >
        {t(isHidden ? "hangar.show" : "hangar.hide")}
      </button>
    </>
  );
}

function Totals({ figures }: { figures: HangarFigures }) {
  const t = useT();
  const format = useFormat();
  const { total, types, unlisted, counts, militaryFighters, cargoScu, explorationCrew } = figures;
  const crew = format.number(explorationCrew);
  const hints = {
    military: t("hangar.military_hint", { count: militaryFighters }),
    cargo: t("hangar.cargo_hint", { scu: format.number(cargoScu) }),
    exploration: t("hangar.exploration_hint", { crew }),
  };
  const totalHint =
    unlisted > 0
      ? t("hangar.total_unlisted", { count: unlisted })
      : types < total && t("hangar.total_types", { count: types });
  return (
    <Figures label={t("hangar.totals")} className="panel mb-[18px] max-md:hidden">
      <Figure label={t("hangar.ships")} value={format.number(total)} hint={totalHint} />
      {(["military", "cargo", "exploration"] as const).map((role) => (
        <Figure
          key={role}
          label={t(`ships.role.${role}`)}
          value={format.number(counts[role])}
          hint={counts[role] === 0 ? t("hangar.none_hint") : hints[role]}
        />
      ))}
    </Figures>
  );
}

export default function HangarPage() {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const isPhone = useMedia(PHONE);
  const sortId = useId();
  const list = useFilters("/my-hangar", hangarFilters);
  const { address, hrefWith, change, open, close } = list;
  const { category, q, sort, view, add, edit } = address;
  const source = useHangar().useList({}, user ? { parentId: user.id } : {});
  const { may: maySync, last: lastSync } = useShipSync();
  const entries = source.list?.items ?? [];
  const figures = hangarFigures(entries);
  const edited = entries.find(({ ship }) => ship.id === edit);
  const title = t("hangar.title");
  const onAdd = () => open({ add: true });
  const actions: EntryActions = { edit: (entry) => open({ edit: entry.ship.id }), remove: useRemove() };
  const tools = (
    <div className="mb-[18px] flex flex-wrap items-center gap-2">
      <SegmentedLinks
        label={t("hangar.categories")}
        value={category ?? "all"}
        to={(next) => hrefWith({ category: next === "all" ? null : next })}
        replace
        options={(["all", ...HANGAR_CATEGORIES] as const).map((value) => ({
          value,
          label: t(value === "all" ? "hangar.category.all" : `ships.role.${value}`),
          count: format.number(value === "all" ? figures.total : figures.counts[value]),
        }))}
      />
      <div className="flex items-center gap-2 max-md:w-full lg:ml-auto">
        <SearchField label={t("hangar.search")} list={list} />
        <label htmlFor={sortId} className="sr-only">
          {t("hangar.sort")}
        </label>
        <Select
          id={sortId}
          size="m"
          className="w-auto"
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`hangar.sort.${value}`) }))}
          onChange={({ target }) => change({ sort: SORTS.find((each) => each === target.value) ?? "newest" })}
        />
        {isPhone ? null : (
          <SegmentedLinks
            label={t("hangar.view")}
            value={view}
            to={(next) => hrefWith({ view: next })}
            replace
            options={VIEWS.map((value) => ({
              value,
              label: (
                <>
                  {VIEW_ICONS[value]}
                  <span className="sr-only">{t(`hangar.view.${value}`)}</span>
                </>
              ),
            }))}
          />
        )}
      </div>
    </div>
  );
  const View = view === "list" && !isPhone ? ShipTable : ShipCards;
  const noMatch =
    category && !q
      ? {
          icon: <ShipIcon size={22} />,
          title: t("hangar.none_of", { category: t(`ships.role.${category}`) }),
          clearLabel: t("hangar.show_all"),
        }
      : {
          icon: <SearchIcon size={22} />,
          title: t("hangar.no_match", { q }),
        };
  return (
    <Page
      title={title}
      documentTitle={title}
      sub={entries.length > 0 ? <Privacy /> : source.list ? null : "\u00a0"}
      above={<BackLink to={ACCOUNT_PATH}>{t("hangar.back")}</BackLink>}
      actions={
        <>
          {maySync ? <CatalogueSync /> : null}
          {entries.length > 0 ? (
            <>
              <ExportMenu />
              <ButtonLink to={IMPORT_PATH} icon={<UploadIcon />}>
                {t("hangar.import")}
              </ButtonLink>
              <Button variant="primary" icon={<PlusIcon />} data-add-ship="" onClick={onAdd}>
                {t("hangar.add")}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {maySync && lastSync?.status === "failed" ? (
        <Panel role="status" className="mb-[18px] flex items-center gap-3 px-[18px] py-3">
          <WarningIcon size={18} className="flex-none text-wait" />
          <p>{t("hangar.last_sync_failed", { when: format.relative(lastSync.createdAt) })}</p>
        </Panel>
      ) : null}
      <ListView
        source={source}
        loading={
          <>
            <LoadingFigures className="panel mb-[18px]" />
            <LoadingShips />
          </>
        }
        stateClass="panel"
        failedTitle={t("hangar.load_failed")}
        empty={<EmptyHangar onAdd={onAdd} />}
      >
        {() => (
          <>
            <Totals figures={figures} />
            {tools}
            <ListView
              source={source}
              items={shownEntries(entries, address)}
              list={list}
              noMatch={noMatch}
              stateClass="panel"
            >
              {(shown) => <View entries={shown} actions={actions} />}
            </ListView>
          </>
        )}
      </ListView>
      {add && source.list ? (
        <AddDialog owned={entries} returnFocus="[data-add-ship]" onClose={() => close({ add: false })} />
      ) : null}
      {edited ? (
        <EditDialog
          key={edited.id}
          entry={edited}
          returnFocus={`[data-entry="${edited.id}"] button`}
          onClose={() => close({ edit: null })}
        />
      ) : null}
    </Page>
  );
}
