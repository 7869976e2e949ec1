import { type ReactNode, useId, useRef, useState } from "react";
import { type Changes, type Kind, type Shape, useTyped } from "../lib/address.ts";
import { cx } from "../lib/cx.ts";
import type { Addressed, useFilters } from "../lib/filters.ts";
import { type MessageKey, useT } from "../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { Button, IconButton } from "./button.tsx";
import { Input, type Option, Select } from "./field.tsx";
import { CloseIcon, FilterIcon, SearchIcon } from "./icons.tsx";

/** A search field of a list: Enter searches at once, Escape and × empty it. `label` is its name and placeholder. */
export function SearchField({ label, list }: { label: string; list: Addressed<{ q: Kind<string> }> }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyped(list.address.q, (q) => list.change({ q }));
  return (
    <search className="relative min-w-0 flex-1 md:min-w-[200px] md:max-w-[300px]">
      <SearchIcon className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <Input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        size="m"
        className="pr-9 pl-8 text-ellipsis placeholder-shown:pr-2"
        aria-label={label}
        placeholder={label}
        maxLength={list.shape.q.maxLength}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") type(typed, true);
          if (event.key === "Escape" && typed) type("", true);
        }}
      />
      {typed ? (
        <IconButton
          label={t("filter.search_clear")}
          icon={<CloseIcon />}
          size="s"
          className="absolute inset-y-0 right-[3px] my-auto"
          onClick={() => {
            type("", true);
            field.current?.focus();
          }}
        />
      ) : null}
    </search>
  );
}

const SELECT = "w-auto max-w-[280px] min-w-0 max-md:max-w-none max-md:flex-auto";

/** A filter or order of a list that is chosen from options, marked while it is not the default. */
export function FilterSelect<S extends Shape>(props: {
  list: Addressed<S>;
  name: keyof S & string;
  label: string;
  options: readonly Option[];
  anyLabel: string;
}) {
  const { list, name, label, options, anyLabel } = props;
  const { read, write } = list.shape[name] as Kind<unknown>;
  const value = list.address[name];
  const chosen = value === read(null) ? null : write(value);
  return (
    <Select
      size="m"
      className={cx(SELECT, chosen !== null && "border-ice")}
      aria-label={label}
      value={chosen ?? ""}
      empty={anyLabel}
      options={options}
      onChange={({ target }) => list.change({ [name]: read(target.value || null) } as Changes<S>)}
    />
  );
}

/** Names of filters that have their texts in a catalogue, as `<texts>.filter.<name>` and `<texts>.filter.any_<name>`. */
type Named<Texts extends string, Key = MessageKey> = Key extends `${Texts}.filter.any_${infer Name}`
  ? Name
  : never;

/** Makes the FilterSelects of a list, whose labels are texts of the feature `texts`. */
export function useFilterSelects<S extends Shape, Texts extends string>(list: Addressed<S>, texts: Texts) {
  const t = useT();
  const textOf = (name: string) => t(`${texts}.filter.${name}` as MessageKey);
  return (name: Named<Texts> & keyof S & string, options: readonly Option[]) => (
    <FilterSelect {...{ list, name, options }} label={textOf(name)} anyLabel={textOf(`any_${name}`)} />
  );
}

type Narrowed = Pick<ReturnType<typeof useFilters>, "count" | "isNarrowed" | "clear">;
export type FilteredList = Addressed<{ q: Kind<string> }> & Narrowed;

/** Search and filters of a list, with Clear while they narrow it. On phones the filters are behind one button. */
export function FilterBar(
  props: ({ list: FilteredList; search: string } | { list: Narrowed; search?: never }) & {
    /** Before the search, such as tabs. */
    before?: ReactNode;
    /** At the end of the bar, such as a choice of views. */
    after?: ReactNode;
    children: ReactNode;
  },
) {
  const t = useT();
  const id = useId();
  const isPhone = useMedia(PHONE);
  const [isOpen, setIsOpen] = useState(false);
  const toggle = () => setIsOpen(!isOpen);
  const { list } = props;
  const filters = (
    <>
      {props.children}
      {list.isNarrowed ? (
        <Button variant="quiet" onClick={list.clear}>
          {t("filter.clear")}
        </Button>
      ) : null}
    </>
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {props.before}
      {props.search === undefined ? null : <SearchField label={props.search} list={props.list} />}
      {isPhone ? (
        <Button icon={<FilterIcon />} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <span className="sr-only">{t("filter.button")}</span>
          {list.count > 0 ? <span className="figure text-ice">{list.count}</span> : null}
        </Button>
      ) : (
        filters
      )}
      {props.after}
      {isPhone ? (
        <div id={id} hidden={!isOpen} className="order-3 flex w-full flex-wrap gap-2 [&[hidden]]:hidden">
          {filters}
        </div>
      ) : null}
    </div>
  );
}
