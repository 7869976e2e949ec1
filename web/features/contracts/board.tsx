import { useId, useState } from "react";
import { Navigate } from "react-router";
import {
  CONTRACT_SORTS,
  CONTRACT_TYPES,
  COUNTED,
  type Contract,
  type ContractCounts,
  CURRENCIES,
  PAYMENT_TYPES,
  RISK_LEVELS,
  SEARCH_LENGTH,
  SERVICE_TYPES,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { useTyped } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useRememberedQuery } from "../../lib/remembered.ts";
import "../../lib/row-keys.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Input } from "../../ui/field.tsx";
import { FilterBar, FilterSelect, useFilterSelects } from "../../ui/filter-bar.tsx";
import { CheckIcon, EditIcon, FileIcon, SearchIcon } from "../../ui/icons.tsx";
import { ListCards } from "../../ui/list-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type BoardList, boardFilters, type FilterName, queryOf, STATUS_FILTERS } from "./address.ts";
import { ContractCard, GRID, SKELETON } from "./contract-card.tsx";
import { CHOICES, type Choice, choiceText } from "./contract-parts.tsx";
import { atMost } from "./contract-state.ts";
import { contracts, LIST_PAGE } from "./contracts.api.ts";

/** Filters behind a button, where there is room for the others. */
const RARE: readonly string[] = ["serviceType", "currency", "location"];

const textOf = (t: Translate, name: FilterName, value: unknown): string => {
  if (name === "open") return t("contracts.filter.open");
  return name in CHOICES ? choiceText(t, name as Choice, String(value)) : String(value);
};

function Filters({ list }: { list: BoardList }) {
  const t = useT();
  const id = useId();
  const isPhone = useMedia(PHONE);
  const { address, change } = list;
  const isDrafts = address.tab === "drafts";
  const [isMore, setIsMore] = useState(boardFilters.set(address).some((name) => RARE.includes(name)));
  const filter = useFilterSelects(list, "contracts");
  const select = (name: Parameters<typeof filter>[0], values: readonly string[]) =>
    filter(
      name,
      values.map((value) => ({ value, label: textOf(t, name, value) })),
    );
  const { typed, type } = useTyped(address.location, (location) => change({ location }));
  const sorting = isDrafts ? null : (
    <FilterSelect
      list={list}
      name="sort"
      label={t("contracts.sort")}
      anyLabel={t("contracts.sort.newest")}
      options={CONTRACT_SORTS.filter((value) => value !== "newest").map((value) => ({
        value,
        label: t(`contracts.sort.${value}`),
      }))}
    />
  );
  const rare = (
    <>
      {select("serviceType", SERVICE_TYPES)}
      {select("currency", CURRENCIES)}
      <Input
        size="m"
        className={cx("w-[150px] max-md:w-auto max-md:flex-[1_1_40%]", address.location && "border-ice")}
        aria-label={t("contracts.filter.location")}
        placeholder={t("contracts.filter.any_location")}
        maxLength={SEARCH_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </>
  );
  return (
    <FilterBar
      list={list}
      search={t("contracts.search")}
      after={isPhone ? null : <span className="ml-auto flex">{sorting}</span>}
    >
      {select("type", CONTRACT_TYPES)}
      {select("paymentType", PAYMENT_TYPES)}
      {select("risk", RISK_LEVELS)}
      {isDrafts ? null : (
        <>
          {select("status", STATUS_FILTERS)}
          <Button
            aria-pressed={list.isOpen}
            className={cx("bg-deck max-md:flex-[1_1_40%]", list.isOpen && "border-ice")}
            icon={list.isOpen ? <CheckIcon /> : null}
            onClick={() => list.setOpen(!list.isOpen)}
          >
            {t("contracts.filter.open")}
          </Button>
        </>
      )}
      {isPhone ? (
        <>
          {rare}
          {sorting}
        </>
      ) : (
        <>
          <Button
            variant="quiet"
            aria-expanded={isMore}
            aria-controls={id}
            onClick={() => setIsMore(!isMore)}
          >
            {t("contracts.filter.more")}
          </Button>
          <span id={id} className={cx("order-3 w-full gap-2", isMore ? "flex" : "hidden")}>
            {rare}
          </span>
        </>
      )}
    </FilterBar>
  );
}

type Props = {
  list: BoardList;
  counts: ContractCounts | undefined;
  linkTo: (contract: Contract) => { to: string; state: unknown };
  /** Opens the form for a new contract, for users who may write one. */
  onCreate: (() => void) | undefined;
  onPost: ((contract: Contract) => void) | undefined;
  posting: number | undefined;
};

/** What the list is opened with again: its filters without the search, and its order. */
const REMEMBERED = [...Object.keys(boardFilters.none), "sort", "all"].filter((name) => name !== "q");

/** The list of all contracts, with the filters that it was left with. */
export function ActiveBoard(props: Props) {
  const left = useRememberedQuery("contract-filters", REMEMBERED);
  return left ? <Navigate to={left} replace /> : <Board {...props} />;
}

export function Board(props: Props) {
  const t = useT();
  const format = useFormat();
  const { list, counts, linkTo, onCreate, onPost, posting } = props;
  const { address } = list;
  const { tab, q } = address;
  const isDrafts = tab === "drafts";
  const source = contracts.useList(queryOf(address, list.isOpen), { size: LIST_PAGE });
  const all = counts?.[isDrafts ? "drafts" : "active"];
  const total = list.isNarrowed || list.isOpen || all === undefined || all > COUNTED ? null : all;
  const set = boardFilters.set(address) as FilterName[];
  const named = [...(q ? [`“${q}”`] : []), ...set.map((name) => textOf(t, name, address[name]))].join(", ");
  const create = t(isDrafts ? "contracts.create_first" : "contracts.create");
  const none = isDrafts ? "contracts.no_drafts" : list.isOpen ? "contracts.none_open" : "contracts.no_active";
  const showAll = (
    <Button onClick={() => list.setOpen(false)}>
      {t("contracts.show_all", { count: counts ? atMost(counts.active) : "" })}
    </Button>
  );
  return (
    <>
      <Filters list={list} />
      <ListCards
        label={t(`contracts.tab.${tab}`)}
        grid={GRID}
        skeleton={SKELETON}
        skeletons={6}
        source={source}
        failedTitle={t("contracts.load_failed")}
        denied={{
          text: t("contracts.no_access"),
          action: <ButtonLink to="/tools">{t("contracts.back_to_tools")}</ButtonLink>,
        }}
        list={list}
        noMatch={{
          icon: <SearchIcon size={22} />,
          title: t("contracts.no_match"),
          text: t("contracts.no_match_text", { filters: named }),
        }}
        empty={
          <div className="rounded-l border border-dashed border-line-strong">
            <EmptyState
              icon={isDrafts ? <EditIcon size={22} /> : <FileIcon size={22} />}
              title={t(none)}
              text={none === "contracts.none_open" || (isDrafts && !onCreate) ? undefined : t(`${none}_text`)}
              action={
                none === "contracts.none_open"
                  ? showAll
                  : onCreate && <Button onClick={onCreate}>{create}</Button>
              }
            />
          </div>
        }
        moreLabel={(loaded) =>
          total === null
            ? t("contracts.more", { loaded: format.number(loaded) })
            : t("contracts.more_of", { loaded, total })
        }
      >
        {(contract) => (
          <ContractCard
            contract={contract}
            linkTo={linkTo}
            onPost={onPost}
            isPosting={posting === contract.id}
          />
        )}
      </ListCards>
      {list.isOpen && !list.isNarrowed && !source.list?.more && source.list?.items.length ? (
        <p className="mt-5 text-center">{showAll}</p>
      ) : null}
    </>
  );
}
