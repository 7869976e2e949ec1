import { type ReactNode, Suspense, useId } from "react";
import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { HANGAR_CATEGORIES } from "../../../worker/features/ships/ships.schema.ts";
import { useAddress } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Select } from "../../ui/field.tsx";
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
import { ListView } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { hangarShape, SEARCH_LENGTH, SORTS, VIEWS } from "./address.ts";
import { EmptyHangar, IMPORT_PATH, SyncButton } from "./empty-hangar.tsx";
import { hangarFigures, shownEntries } from "./figures.ts";
import { useHangar, usePrivacy, useShipSync } from "./hangar.api.ts";
import { LoadingCards, ShipCards } from "./ship-cards.tsx";
import { type EntryActions, useRemove } from "./ship-parts.tsx";
import { ShipTable } from "./ship-table.tsx";
import { LoadingTotals, Totals } from "./totals.tsx";

export { firstPaths } from "./hangar.api.ts";

const addDialog = part(() => import("./add-ship-dialog.tsx"));
const editDialog = part(() => import("./edit-ship-dialog.tsx"));
const exportMenu = part(() => import("./import/export-menu.tsx"), ["imports"]);

const VIEW_ICONS = { cards: CardsIcon, list: RowsIcon };

/** Selectors of what gets the focus when a dialog closes. */
const ADD = "[data-add-ship]";
const entrySelector = ({ id }: HangarShip) => `[data-entry="${id}"] button`;

/** What the hangar holds, who sees it, and the way to change that. */
function Sentence({ entries }: { entries: readonly HangarShip[] }) {
  const t = useT();
  const { isHidden, isSaving, change } = usePrivacy();
  const { total, makers } = hangarFigures(entries);
  return (
    <>
      {t("hangar.sub", { ships: total, makers })}{" "}
      {isHidden === null ? null : (
        <>
          {t(isHidden ? "hangar.hidden" : "hangar.seen")}{" "}
          <button
            type="button"
            className="link text-md font-medium"
            aria-busy={isSaving}
            onClick={() => !isSaving && void change(!isHidden)}
          >
            {t(isHidden ? "hangar.show" : "hangar.hide")}
          </button>
        </>
      )}
    </>
  );
}

/** Tells an administrator that the last reading of the catalogue failed. */
function SyncFailure() {
  const t = useT();
  const format = useFormat();
  const { last } = useShipSync();
  if (last?.status !== "failed") return null;
  return (
    <Panel role="status" className="mb-[18px] flex items-center gap-3 px-[18px] py-3">
      <WarningIcon size={18} className="flex-none text-wait" />
      <p>{t("hangar.last_sync_failed", { when: format.relative(last.createdAt) })}</p>
    </Panel>
  );
}

/** The signed-in user's own ships. */
export default function HangarPage() {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const isPhone = useMedia(PHONE);
  const sortId = useId();
  const { address, hrefWith, change, open, close } = useAddress("/my-hangar", hangarShape);
  const { category, q, sort, view, add, edit } = address;
  const source = useHangar().useList({}, user ? { of: user.id } : {});
  const { may: maySync } = useShipSync();
  const remove = useRemove();
  const entries = source.list?.items ?? [];
  const figures = hangarFigures(entries);
  const edited = entries.find(({ ship }) => ship.id === edit);
  const title = t("hangar.title");
  const onAdd = () => open({ add: true });
  const actions: EntryActions = {
    onEdit: (entry) => open({ edit: entry.ship.id }),
    onRemove: (entry) => void remove(entry),
  };

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
        <SearchField
          label={t("hangar.search")}
          value={q}
          maxLength={SEARCH_LENGTH}
          onChange={(next) => change({ q: next })}
        />
        <label htmlFor={sortId} className="text-md text-ink-2 max-md:sr-only">
          {t("hangar.sort")}
        </label>
        <Select
          id={sortId}
          size="m"
          className="w-auto"
          value={sort}
          onChange={({ target }) => change({ sort: SORTS.find((each) => each === target.value) ?? "newest" })}
        >
          {SORTS.map((each) => (
            <option key={each} value={each}>
              {t(`hangar.sort.${each}`)}
            </option>
          ))}
        </Select>
        {isPhone ? null : (
          <SegmentedLinks
            label={t("hangar.view")}
            value={view}
            to={(next) => hrefWith({ view: next })}
            replace
            options={VIEWS.map((value) => {
              const Icon = VIEW_ICONS[value];
              return {
                value,
                label: (
                  <>
                    <Icon size={15} />
                    <span className="sr-only">{t(`hangar.view.${value}`)}</span>
                  </>
                ),
              };
            })}
          />
        )}
      </div>
    </div>
  );

  const shown = shownEntries(entries, address);
  let content: ReactNode;
  if (shown.length > 0) {
    const View = view === "list" && !isPhone ? ShipTable : ShipCards;
    content = <View entries={shown} actions={actions} />;
  } else if (q) {
    content = (
      <Panel>
        <EmptyState
          icon={<SearchIcon size={22} />}
          title={t("hangar.no_match", { q })}
          text={t("hangar.no_match_text")}
          action={<Button onClick={() => change({ q: "", category: null })}>{t("filter.clear")}</Button>}
        />
      </Panel>
    );
  } else if (category) {
    content = (
      <Panel>
        <EmptyState
          icon={<ShipIcon size={22} />}
          title={t(`hangar.none.${category}`)}
          text={t(`hangar.none_text.${category}`, { count: figures.total })}
          action={<Button onClick={() => change({ category: null })}>{t("hangar.show_all")}</Button>}
        />
      </Panel>
    );
  }

  return (
    <Page
      title={title}
      documentTitle={title}
      sub={
        entries.length > 0 ? <Sentence entries={entries} /> : source.list ? t("hangar.sub_empty") : "\u00a0"
      }
      above={<BackLink to={ACCOUNT_PATH}>{t("hangar.back")}</BackLink>}
      actions={
        <>
          {maySync ? <SyncButton /> : null}
          {entries.length > 0 ? (
            <>
              <Suspense>
                <exportMenu.View />
              </Suspense>
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
      {maySync ? <SyncFailure /> : null}
      <ListView
        source={source}
        loading={
          <>
            <LoadingTotals />
            <LoadingCards />
          </>
        }
        failed={(error, retry) => (
          <Panel>
            <ErrorState title={t("hangar.load_failed")} error={error} onRetry={retry} />
          </Panel>
        )}
        empty={<EmptyHangar onAdd={onAdd} />}
      >
        {() => (
          <>
            <Totals figures={figures} />
            {tools}
            {content}
          </>
        )}
      </ListView>
      <Suspense>
        {add && source.list ? (
          <addDialog.View owned={entries} returnFocus={ADD} onClose={() => close({ add: false })} />
        ) : null}
        {edited ? (
          <editDialog.View
            key={edited.id}
            entry={edited}
            returnFocus={entrySelector(edited)}
            onClose={() => close({ edit: null })}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}
