import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { useMedia } from "../lib/use-media.ts";
import { IconButton } from "./button.tsx";
import { ArrowLeftIcon, ChevronDownIcon, ChevronUpIcon, CloseIcon } from "./icons.tsx";
import { useDocumentTitle } from "./page.tsx";

/** Screens with room for a list and a record side by side. */
const WIDE = "(min-width: 1151px)";

const OWN_ARROWS = "[data-scrolls], input, select, textarea";

/** Moves the focus to the heading of a record, unless the record has it. */
function focusRecord(heading: HTMLElement | null): void {
  const record = heading?.closest("[data-record]");
  if (!record?.contains(document.activeElement)) heading?.focus({ preventScroll: true });
}

/** A list with an open record beside it, or in its place on narrow screens. Escape closes it, arrow keys open the next. */
export function useOpenRecord(
  ids: readonly number[],
  openId: number | null,
  onOpen: (id: number | null) => void,
) {
  const isBeside = useMedia(WIDE);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastOpen = useRef<number | null>(null);
  useEffect(() => {
    const row = `[data-row="${lastOpen.current}"] [data-open]`;
    if (openId === null) document.querySelector<HTMLElement>(row)?.focus();
    lastOpen.current = openId;
  }, [openId]);
  // After the page around the record, which takes the focus when it is rendered for a wider screen.
  useEffect(() => {
    if (isBeside) focusRecord(heading.current);
  }, [isBeside]);
  const at = openId === null ? -1 : ids.indexOf(openId);
  const previous = ids[at - 1];
  const next = at < 0 ? undefined : ids[at + 1];

  /** Ignores the keys of dialogs over the page. */
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event;
    if (openId === null || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (key === "Escape" && !target.matches("input:not([type=checkbox]), select")) onOpen(null);
    const step = key === "ArrowUp" ? previous : key === "ArrowDown" ? next : undefined;
    if (!step || !target.closest("[role=dialog]") || target.matches(OWN_ARROWS)) return;
    event.preventDefault();
    onOpen(step);
  };
  return { isBeside, frame: { isBeside, heading, previous, next, onOpen }, keys: { onKeyDown } };
}

/** The frame of an open record: title, buttons to the previous and next record, and back to the list. */
export function RecordPanel(props: {
  id: number;
  frame: ReturnType<typeof useOpenRecord>["frame"];
  title: string;
  picture?: ReactNode;
  byline?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const titleId = useId();
  const { id, title } = props;
  const { isBeside, heading, previous, next, onOpen } = props.frame;
  useDocumentTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each record that is shown
  useEffect(() => {
    if (!isBeside) window.scrollTo(0, 0);
    focusRecord(heading.current);
  }, [id]);
  const Heading = isBeside ? "h2" : "h1";
  const close = () => onOpen(null);
  return (
    <section
      data-record={isBeside ? "" : "page"}
      role={isBeside ? "dialog" : undefined}
      aria-labelledby={titleId}
      className={cx(
        "flex min-w-0 flex-col border-line bg-hull md:rounded-xl md:border",
        isBeside &&
          "sticky top-[76px] short:static short:max-h-none max-h-[calc(100dvh-var(--above,178px))] border-line-strong",
      )}
    >
      <header className="pad-wide flex items-center gap-3.5 pt-[18px] pr-3! pb-4">
        {isBeside ? null : (
          <IconButton label={t("record.back")} icon={<ArrowLeftIcon />} className="-ml-2" onClick={close} />
        )}
        {props.picture}
        <div className="min-w-0 flex-1 leading-[1.3]">
          <Heading
            key={id}
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="font-display text-lg font-semibold [overflow-wrap:anywhere] outline-none"
          >
            {title}
          </Heading>
          {props.byline}
        </div>
        <span className="flex flex-none self-start">
          <IconButton
            label={t("record.previous")}
            icon={<ChevronUpIcon />}
            reason={previous ? null : t("record.no_previous")}
            onClick={() => previous && onOpen(previous)}
          />
          <IconButton
            label={t("record.next")}
            icon={<ChevronDownIcon />}
            reason={next ? null : t("record.no_next")}
            onClick={() => next && onOpen(next)}
          />
          {isBeside ? <IconButton label={t("action.close")} icon={<CloseIcon />} onClick={close} /> : null}
        </span>
      </header>
      {props.children}
    </section>
  );
}
