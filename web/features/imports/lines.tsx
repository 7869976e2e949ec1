import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";

/** Rows of a long list at first, and with each click on "more". */
const FIRST = 5;
const MORE = 100;

export function Group({ title, count, hint }: { title: string; count: number; hint?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-baseline gap-x-2.5 border-t border-line px-[18px] pt-[14px] pb-[11px] first:border-t-0">
      <h2 className="text-base">{title}</h2>
      {count > 0 ? <span className="figure text-md text-ink-2">{count}</span> : null}
      {hint ? (
        <span className="ml-auto text-right hint max-md:ml-0 max-md:basis-full max-md:text-left">{hint}</span>
      ) : null}
    </header>
  );
}

/** A button within a text. `subject` completes the accessible name of several buttons with one label. */
export const LinkButton = ({ subject, ...button }: ComponentProps<"button"> & { subject?: string }) => (
  <button
    type="button"
    className="inline-flex min-h-6 items-center rounded-s text-md font-medium text-ice hover:underline"
    aria-label={subject ? `${button.children}: ${subject}` : undefined}
    {...button}
  />
);

export function Lines<Item>(props: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  const t = useT();
  const [shown, setShown] = useState(FIRST);
  const { items, keyOf, children } = props;
  const rest = items.length - shown;
  if (items.length === 0) return null;
  return (
    <>
      <ul className="px-[18px]">
        {items.slice(0, shown).map((item) => (
          <Fragment key={keyOf(item)}>{children(item)}</Fragment>
        ))}
      </ul>
      {rest > 0 ? (
        <p className="px-[18px] pb-3 pl-12">
          <LinkButton onClick={() => setShown(shown + MORE)}>
            {t("imports.show_more", { count: Math.min(rest, MORE) })}
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}

/** A row: the text of the file, the ship that it means, and how that was found. */
export function Line(props: {
  lead?: ReactNode;
  from: string;
  fromHint?: string;
  to: ReactNode;
  toHint?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="grid min-h-12 grid-cols-[24px_minmax(0,1.15fr)_minmax(0,1fr)_144px] items-center gap-x-3 border-t border-line py-2 text-md leading-[1.35] max-md:grid-cols-[24px_minmax(0,1fr)_auto]">
      <span className="grid">{props.lead}</span>
      <span className="min-w-0">
        <span className="block truncate max-md:whitespace-normal">{props.from}</span>
        {props.fromHint ? (
          <span className="block truncate hint max-md:whitespace-normal">{props.fromHint}</span>
        ) : null}
      </span>
      <span className="min-w-0 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:mt-0.5 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:text-ink-2">
        <span className="block truncate">{props.to}</span>
        {props.toHint ? <span className="block truncate hint">{props.toHint}</span> : null}
      </span>
      <span className="justify-self-end whitespace-nowrap">{props.children}</span>
    </li>
  );
}
