import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { focusBack, opensDialog, topDialog } from "../lib/focus.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { CloseIcon } from "./icons.tsx";

export type DialogProps = {
  open: boolean;
  /** Called with false by Escape (except in an element with `data-takes-escape`), the veil and the close button. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Left of the title. */
  lead?: ReactNode;
  /** Between the title and the close button. */
  actions?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** Pixels; on phones the dialog fills the width at the bottom. */
  width?: number | undefined;
  /** Leaves out the padding of the body. */
  bare?: boolean;
  /** Id of the element that has the focus first; the first field without it. */
  initialFocus?: string | undefined;
  /** Selector of the element that gets the focus afterwards; the one that had it before without it. */
  returnFocus?: string | undefined;
  /** It opens by itself: until the user pauses typing for a second it neither takes the focus nor closes by Escape or a click beside it. */
  interrupts?: boolean;
  className?: string;
  children: ReactNode;
};

/** Selector of editable fields; of a radio group the checked one, or the first where none is. */
const FIELDS =
  ":is(input:not([type=hidden], [type=radio]:not(:checked)), fieldset:not(:has(:checked)) input[type=radio], select, textarea, [contenteditable=true]):not([hidden], [readonly], :disabled)";

/** While `waiting`, calls back after a second without a key. */
function useTypingPause(waiting: boolean, onPause: () => void): void {
  const paused = useEffectEvent(onPause);
  useEffect(() => {
    if (!waiting) return;
    let timer = 0;
    const restart = () => {
      clearTimeout(timer);
      timer = window.setTimeout(paused, 1000);
    };
    restart();
    addEventListener("keydown", restart, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", restart, { capture: true });
    };
  }, [waiting]);
}

/** A modal dialog. The focus starts on its first field, else on its primary button, and returns to where it was. */
export function Dialog(props: DialogProps) {
  const { description, footer, width = 520 } = props;
  const t = useT();
  const opener = useRef<Element>(null);
  const content = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState(false);
  const start = () => {
    setTyping(false);
    const dialog = content.current;
    if (!dialog || dialog.contains(document.activeElement)) return;
    const target =
      (props.initialFocus ? document.getElementById(props.initialFocus) : null) ??
      dialog.querySelector<HTMLElement>(FIELDS) ??
      dialog.querySelector<HTMLElement>(":scope > :not(header) .btn.primary");
    (target ?? dialog).focus();
  };
  useTypingPause(typing, start);
  const keepOpen = (event: Event) => {
    // A toast lies over the dialog: pressing Undo there is about what the dialog shows.
    const isInToast = event.target instanceof Element && event.target.closest("[data-toast]") !== null;
    if (typing || isInToast) event.preventDefault();
  };
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={cx("dialog", props.className)}
          style={{ "--width": `${width}px` } as CSSProperties}
          data-modal=""
          {...(description ? {} : { "aria-describedby": undefined })}
          ref={content}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = opensDialog();
            if (props.interrupts && opener.current?.matches("input, textarea, [contenteditable=true]")) {
              setTyping(true);
            } else start();
          }}
          onInteractOutside={keepOpen}
          onEscapeKeyDown={(event) => {
            keepOpen(event);
            const { target } = event;
            if (!(target instanceof Element)) return;
            const top = topDialog();
            if (target.closest("[data-takes-escape]")) event.preventDefault();
            else if (top !== content.current && top?.contains(target)) {
              // Right after a dialog has opened, Radix still handles the key in the dialog below.
              event.preventDefault();
              top.querySelector<HTMLElement>("[data-closes]")?.click();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(props.returnFocus ? document.querySelector(props.returnFocus) : null, opener.current);
          }}
        >
          <header className="flex items-start gap-3 border-b border-line pad-wide py-[18px]">
            {props.lead}
            <div className="min-w-0 flex-1 self-center leading-[1.3]">
              <Radix.Title className="font-display text-lg font-semibold [overflow-wrap:anywhere]">
                {props.title}
              </Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
              ) : null}
            </div>
            {props.actions}
            <Radix.Close className="btn quiet icon -my-1 -mr-2" aria-label={t("action.close")} data-closes="">
              <CloseIcon />
            </Radix.Close>
          </header>
          <div className={cx("dialog-body", !props.bare && "pad-wide py-[18px]")}>{props.children}</div>
          {footer ? (
            <footer className="flex flex-wrap empty:hidden justify-end gap-2 border-t border-line pad-wide py-[14px]">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
