import { type ReactNode, useId, useRef, useState } from "react";
import { useTyped } from "../lib/address.ts";
import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../lib/use-media.ts";
import { Button, IconButton } from "./button.tsx";
import { Input, Select } from "./field.tsx";
import { CloseIcon, FilterIcon, SearchIcon } from "./icons.tsx";

type SearchProps = {
  /** What is searched; its name and placeholder. */
  label: string;
  value: string;
  /** Longest text that the server takes. */
  maxLength: number;
  /** Told when typing pauses. */
  onChange: (value: string) => void;
};

/** A search field: Enter searches at once, Escape and × empty it. */
export function SearchField({ label, value, maxLength, onChange }: SearchProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyped(value, onChange);
  return (
    <search className="relative min-w-0 flex-1 md:min-w-[200px] md:max-w-[300px]">
      <SearchIcon className="pointer-events-none absolute top-[9px] left-3 text-ink-3" />
      <Input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        size="m"
        className="pr-9 pl-9"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
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
          className="absolute top-[3px] right-[3px]"
          onClick={() => {
            type("", true);
            field.current?.focus();
          }}
        />
      ) : null}
    </search>
  );
}

/** One choice of a filter bar, marked while it narrows the list; empty text is no choice. */
export function FilterSelect<Value extends string | number>(props: {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  /** What no choice is called. */
  anyLabel: string;
  onChange: (value: Value | null) => void;
}) {
  const { label, value, options, anyLabel, onChange } = props;
  return (
    <Select
      size="m"
      className={cx(
        "w-auto max-w-[220px] min-w-0 max-md:max-w-none max-md:flex-[1_1_40%]",
        value !== null && "border-ice",
      )}
      aria-label={label}
      value={value ?? ""}
      onChange={(event) =>
        onChange(options.find((option) => String(option.value) === event.target.value)?.value ?? null)
      }
    >
      <option value="">{anyLabel}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** Search and filters of a list, with Clear while they narrow it. On phones the filters fold behind one button. */
export function FilterBar(props: {
  search: SearchProps;
  /** How many filters are set, the search not counted. */
  count: number;
  onClear: () => void;
  /** Before the search, such as tabs. */
  before?: ReactNode;
  /** At the end of the bar, such as a choice of views. */
  after?: ReactNode;
  /** The filters: FilterSelects. */
  children: ReactNode;
}) {
  const t = useT();
  const id = useId();
  const isPhone = useMedia(PHONE);
  const [isOpen, setIsOpen] = useState(false);
  const { search, count } = props;
  const filters = (
    <>
      {props.children}
      {count > 0 || search.value !== "" ? (
        <Button variant="quiet" onClick={props.onClear}>
          {t("filter.clear")}
        </Button>
      ) : null}
    </>
  );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {props.before}
      <SearchField {...search} />
      {isPhone ? (
        <Button
          icon={<FilterIcon />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="sr-only">{t("filter.button")}</span>
          {count > 0 ? <span className="figure text-ice">{count}</span> : null}
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
