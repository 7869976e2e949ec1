import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from "react";
import { cx } from "../lib/cx.ts";
import { Input } from "./field.tsx";
import { ChevronDownIcon } from "./icons.tsx";

/** Chooses an option among those that contain all typed words, those first that begin with the first. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Combobox<Value extends string | number>(props: {
  label: string;
  /** Outside of a Field, such as among the filters of a list: marked while an option is chosen. */
  isFilter?: boolean;
  /** Attributes of its text field, outside of a Field. */
  field?: ComponentProps<typeof Input>;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
  /** Called with the typed text, empty after a choice, for options that depend on it. */
  onType?: (typed: string) => void;
  /** Makes a value of a text that is no option, where any text may be entered. */
  fromText?: (typed: string) => Value;
  placeholder?: string;
  /** Said where no option contains what was typed, unless any text may be entered. */
  emptyText?: string;
}) {
  const { label, isFilter, field, value, options, onChange, onType, fromText, placeholder, emptyText } =
    props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** The text typed since the last choice; null without any. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const words = (typed ?? "").toLowerCase().split(/\s+/);
  const begins = ({ label }: { label: string }) => label.toLowerCase().startsWith(words[0] ?? "");
  const found = options
    .filter((option) => words.every((word) => option.label.toLowerCase().includes(word)))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)));
  const chosen = options.find((option) => option.value === value);
  const isNoneSaid = found.length === 0 && !fromText;
  const idOf = (index: number) => `${id}-${index}`;
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, isOpen, at]);

  const open = () => {
    if (isOpen) return;
    setIsOpen(true);
    setAt(Math.max(0, chosen ? found.indexOf(chosen) : 0));
  };
  const close = () => {
    setIsOpen(false);
    setTyped(null);
    onType?.("");
  };
  const choose = (option: { value: Value } | undefined) => {
    if (option) onChange(option.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (isOpen) setAt((at + step + found.length) % Math.max(1, found.length));
      else open();
    } else if (event.key === "Enter" && isOpen) {
      // Where options are still on their way, what was typed stays.
      if (found[at] || fromText || typed === null) choose(found[at]);
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
  };
  return (
    <span className={cx("relative block", isFilter && "w-[240px] max-md:w-auto max-md:flex-[1_1_100%]")}>
      <Input
        {...field}
        {...(isFilter ? { "aria-label": label, size: "m" } : {})}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        {...(isOpen && found[at] ? { "aria-activedescendant": idOf(at) } : {})}
        {...(isOpen ? { "data-takes-escape": "" } : {})}
        className={cx(
          "pr-9 text-ellipsis",
          isFilter && "placeholder:text-ink",
          isFilter && chosen && "border-ice",
        )}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? (fromText && value !== null ? String(value) : "")}
        onChange={({ target }) => {
          setIsOpen(true);
          setTyped(target.value);
          onType?.(target.value);
          setAt(0);
          if (target.value === "") onChange(null);
          else if (fromText) onChange(fromText(target.value));
        }}
        onClick={({ currentTarget }) => {
          // What is typed next replaces the chosen option's text.
          if (!isOpen && chosen && !fromText) currentTarget.select();
          open();
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ChevronDownIcon
        size={14}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
      />
      <span
        hidden={!isOpen || (found.length === 0 && !isNoneSaid)}
        className={cx(
          "absolute inset-x-0 top-[calc(100%+4px)] z-10 overflow-hidden rounded-m border border-line-strong bg-deck shadow-[0_16px_50px_var(--shade)]",
          isFilter && "md:-right-32",
        )}
      >
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          className="max-h-[228px] overflow-auto overscroll-contain p-[5px] empty:hidden"
        >
          {isOpen
            ? found.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
                <div
                  key={option.value}
                  id={idOf(index)}
                  role="option"
                  aria-selected={option === chosen}
                  tabIndex={-1}
                  className={cx(
                    "flex min-h-[34px] cursor-default items-center rounded-[7px] px-2.5 py-1.5",
                    index === at && "bg-rail shadow-[inset_0_0_0_1px_var(--line-strong)]",
                  )}
                  onPointerMove={() => setAt(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  {option.label}
                </div>
              ))
            : null}
        </div>
        <span role="status" className="block hint">
          {isOpen && isNoneSaid ? <span className="block px-3.5 py-2.5">{emptyText}</span> : null}
        </span>
      </span>
    </span>
  );
}
