import { type ReactNode, useId, useState } from "react";
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
import { ApiError } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Input } from "../../ui/field.tsx";
import { FilterBar, FilterSelect } from "../../ui/filter-bar.tsx";
import { EditIcon, FileIcon, SearchIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState, ErrorState, NoAccess } from "../../ui/states.tsx";
import {
  type ContractsAddress,
  type FilterName,
  NO_FILTERS,
  queryOf,
  STATUS_FILTERS,
  setFilters,
} from "./address.ts";
import { ContractCard, GRID, LoadingCards } from "./contract-card.tsx";
import { contracts, LIST_PAGE } from "./contracts.api.ts";

/** Filters that wait behind a button where there is room for the others. */
const RARE: readonly FilterName[] = ["serviceType", "currency", "location"];

type Change = (changes: Partial<ContractsAddress>) => void;

/** A filter's choice in words, for its option and for saying what left nothing. */
function useFilterText() {
  const t = useT();
  return (name: FilterName, { [name]: value }: ContractsAddress): string => {
    if (name === "open") return t("contracts.filter.open");
    if (name === "currency" || name === "location") return String(value);
    const key = {
      type: "type",
      serviceType: "service",
      paymentType: "paid",
      risk: "risk_of",
      status: "status",
    }[name] as "type";
    return t(`contracts.${key}.${value as "mining"}`);
  };
}

function PlaceFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const { typed, type } = useTyped(value, onChange);
  return (
    <Input
      size="m"
      className={cx("w-[150px] max-md:w-auto max-md:flex-[1_1_40%]", value && "border-ice")}
      aria-label={t("contracts.filter.location")}
      placeholder={t("contracts.filter.any_location")}
      maxLength={SEARCH_LENGTH}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function Filters({ address, change }: { address: ContractsAddress; change: Change }) {
  const t = useT();
  const id = useId();
  const isPhone = useMedia(PHONE);
  const { tab, q, sort } = address;
  const set = setFilters(address);
  const [isMore, setIsMore] = useState(set.some((name) => RARE.includes(name)));
  const select = <Name extends FilterName, Value extends string>(
    name: Name & FilterName,
    values: readonly Value[],
    textOf: (value: Value) => string,
  ) => (
    <FilterSelect<Value>
      label={t(`contracts.filter.${name as "type"}`)}
      value={address[name] as Value | null}
      onChange={(value) => change({ [name]: value })}
      anyLabel={t(`contracts.filter.any_${name as "type"}`)}
      options={values.map((value) => ({ value, label: textOf(value) }))}
    />
  );
  const sorting =
    tab === "drafts" ? null : (
      <FilterSelect
        label={t("contracts.sort")}
        value={sort === "newest" ? null : sort}
        onChange={(value) => change({ sort: value ?? "newest" })}
        anyLabel={t("contracts.sort.newest")}
        options={CONTRACT_SORTS.filter((value) => value !== "newest").map((value) => ({
          value,
          label: t(`contracts.sort.${value}`),
        }))}
      />
    );
  const rare = (
    <>
      {select("serviceType", SERVICE_TYPES, (value) => t(`contracts.service.${value}`))}
      {select("currency", CURRENCIES, (value) => value)}
      <PlaceFilter value={address.location} onChange={(location) => change({ location })} />
    </>
  );
  return (
    <FilterBar
      search={{
        label: t("contracts.search"),
        value: q,
        maxLength: SEARCH_LENGTH,
        onChange: (next) => change({ q: next }),
      }}
      count={set.length}
      onClear={() => change(NO_FILTERS)}
      after={isPhone ? null : <span className="ml-auto flex">{sorting}</span>}
    >
      {select("type", CONTRACT_TYPES, (value) => t(`contracts.type.${value}`))}
      {select("paymentType", PAYMENT_TYPES, (value) => t(`contracts.paid.${value}`))}
      {select("risk", RISK_LEVELS, (value) => t(`contracts.risk_of.${value}`))}
      {tab === "drafts" ? null : (
        <>
          {select("status", STATUS_FILTERS, (value) => t(`contracts.status.${value}`))}
          <Button
            aria-pressed={address.open}
            className={cx("bg-deck max-md:flex-[1_1_40%]", address.open ? "border-ice" : "border-line")}
            onClick={() => change({ open: !address.open })}
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

/** The contracts of a tab as cards, searched, filtered and sorted by the address. */
export function Board(props: {
  address: ContractsAddress;
  change: Change;
  counts: ContractCounts | undefined;
  linkTo: (contract: Contract) => { to: string; state: unknown };
  /** Opens the form for a new contract, where the reader may write one. */
  onCreate: (() => void) | undefined;
  onPost: ((contract: Contract) => void) | undefined;
  /** Id of the draft that is being posted. */
  posting: number | null;
}) {
  const t = useT();
  const format = useFormat();
  const filterText = useFilterText();
  const { address, change, counts, linkTo, onCreate, onPost, posting } = props;
  const { tab, q } = address;
  const source = contracts.useList(queryOf(address), { size: LIST_PAGE });
  const set = setFilters(address);
  const isNarrowed = q !== "" || set.length > 0;
  const all = tab === "drafts" ? counts?.drafts : counts?.active;
  const total = isNarrowed || all === undefined || all > COUNTED ? null : all;
  const nothing = () => {
    if (isNarrowed) {
      const named = [...(q ? [`“${q}”`] : []), ...set.map((name) => filterText(name, address))].join(", ");
      return (
        <Panel>
          <EmptyState
            icon={<SearchIcon size={22} />}
            title={t("contracts.no_match")}
            text={t("contracts.no_match_text", { filters: named })}
            action={<Button onClick={() => change(NO_FILTERS)}>{t("filter.clear")}</Button>}
          />
        </Panel>
      );
    }
    return tab === "drafts" ? (
      <Dashed>
        <EmptyState
          icon={<EditIcon size={22} />}
          title={t("contracts.no_drafts")}
          text={t("contracts.no_drafts_text")}
          action={onCreate ? <Button onClick={onCreate}>{t("contracts.create_first")}</Button> : null}
        />
      </Dashed>
    ) : (
      <Dashed>
        <EmptyState
          icon={<FileIcon size={22} />}
          title={t("contracts.no_active")}
          text={t("contracts.no_active_text")}
          action={onCreate ? <Button onClick={onCreate}>{t("contracts.create")}</Button> : null}
        />
      </Dashed>
    );
  };
  return (
    <>
      <Filters address={address} change={change} />
      <ListView
        source={source}
        loading={<LoadingCards />}
        failed={(error, retry) => (
          <Panel>
            {error instanceof ApiError && error.status === 403 ? (
              <NoAccess
                text={t("contracts.no_access")}
                action={<ButtonLink to="/tools">{t("contracts.back_to_tools")}</ButtonLink>}
              />
            ) : (
              <ErrorState title={t("contracts.load_failed")} error={error} onRetry={retry} />
            )}
          </Panel>
        )}
        empty={nothing()}
        moreLabel={(loaded) =>
          total === null
            ? t("contracts.more", { loaded: format.number(loaded) })
            : t("contracts.more_of", { loaded, total })
        }
        moreClass="mt-4 text-center"
      >
        {(items) => (
          <ul aria-label={t(`contracts.tab.${tab}`)} className={GRID}>
            {items.map((contract) => (
              <ContractCard
                key={contract.id}
                contract={contract}
                linkTo={linkTo}
                onPost={onPost}
                isPosting={posting === contract.id}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

const Dashed = ({ children }: { children: ReactNode }) => (
  <div className="rounded-l border border-dashed border-line-strong">{children}</div>
);
