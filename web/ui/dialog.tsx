import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { CloseIcon } from "./icons.tsx";
import { InDialog } from "./in-dialog.ts";

type Props = {
  open: boolean;
  /**
   * Called with false by Escape, the veil and the close button. Escape below an element with
   * `data-takes-escape` is left to that element.
   */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** A sentence under the title; without one the dialog has no description. */
  description?: ReactNode;
  /** Left of the title, such as an avatar. */
  lead?: ReactNode;
  /** Between the title and the close button. */
  actions?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** Width in pixels where there is room; on phones it rises from the bottom at full width. */
  width?: number;
  /** Padding of the body is left to the content. */
  bare?: boolean;
  /** Id of what has the first focus; without it that is the first field, else the close button. */
  initialFocus?: string;
  /** Selector of what has the focus afterwards, where that is not simply what had it before. */
  returnFocus?: string;
  className?: string;
  children: ReactNode;
};

const FIELD = "input:not([type=hidden]), select, textarea";

/** A dialog over the page: the rest is out of reach until it closes, and focus returns to where it was. */
export function Dialog(props: Props) {
  const {
    open,
    onOpenChange,
    title,
    description,
    lead,
    actions,
    footer,
    width = 520,
    bare,
    children,
  } = props;
  const t = useT();
  const opener = useRef<Element>(null);
  const style: CSSProperties & { "--width": string } = { "--width": `${width}px` };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={cx("dialog", props.className)}
          style={style}
          data-modal=""
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const { currentTarget } = event;
            const target = props.initialFocus
              ? document.getElementById(props.initialFocus)
              : currentTarget instanceof Element && currentTarget.querySelector<HTMLElement>(FIELD);
            if (!target) return;
            event.preventDefault();
            target.focus();
          }}
          onEscapeKeyDown={(event) => {
            const { target } = event;
            if (target instanceof Element && target.closest("[data-takes-escape]")) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            // Without a trigger of its own, Radix leaves the focus nowhere.
            const target = props.returnFocus ? document.querySelector(props.returnFocus) : opener.current;
            if (!(target instanceof HTMLElement) || !target.isConnected) return;
            event.preventDefault();
            target.focus();
          }}
        >
          <InDialog value={true}>
            <header className="flex items-start gap-3 border-b border-line px-[22px] py-[18px] max-md:px-4">
              {lead}
              <div className="min-w-0 flex-1 self-center leading-[1.3]">
                <Radix.Title className="font-display text-lg font-semibold [overflow-wrap:anywhere]">
                  {title}
                </Radix.Title>
                {description ? (
                  <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
                ) : null}
              </div>
              {actions}
              <Radix.Close className="btn quiet icon -my-1 -mr-2" aria-label={t("action.close")}>
                <CloseIcon />
              </Radix.Close>
            </header>
            <div className={cx("min-h-0 flex-1 overflow-auto", !bare && "px-[22px] py-[18px] max-md:px-4")}>
              {children}
            </div>
            {footer ? (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-[22px] py-[14px] max-md:px-4">
                {footer}
              </footer>
            ) : null}
          </InDialog>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
