import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";

/** Milliseconds of hovering before it opens, and after another one in which it opens at once. */
const DELAY = 700;
const SKIP_DELAY = 300;
let lastHidden = 0;

function place(tip: HTMLElement, trigger: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const centred = anchor.left + (anchor.width - size.width) / 2;
  const below = anchor.bottom + 6;
  const top = below + size.height < innerHeight - 8 ? below : anchor.top - size.height - 6;
  tip.style.left = `${Math.max(8, Math.min(centred, innerWidth - size.width - 8))}px`;
  tip.style.top = `${top}px`;
}

const both =
  <Event,>(own: ((event: Event) => void) | undefined, mine: (event: Event) => void) =>
  (event: Event) => {
    own?.(event);
    mine(event);
  };

/**
 * A button's tooltip, small enough for the sign-in page: in the browser's top layer, shown on hover after 700 ms and on
 * keyboard focus at once, hoverable, closed by Escape. Spread `trigger` on the button after its `own` props; `reveal`
 * shows the tooltip at once, for a click that does nothing else. `reason` is a text with the `id` for assistive technology.
 */
export function useTooltip(label: ReactNode, reason: ReactNode, own: ComponentProps<"button">) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [open, setOpen] = useState(false);

  const turn = (next: boolean, after: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setOpen, after, next);
  };
  const reveal = (on: HTMLElement, after = 0) => {
    anchor.current = on;
    turn(true, after);
  };
  const hide = (after = 0) => turn(false, after);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open || !tip.current || !anchor.current) return;
    tip.current.showPopover?.();
    place(tip.current, anchor.current);
    const close = () => setOpen(false);
    addEventListener("scroll", close, { capture: true, once: true, passive: true });
    return () => {
      lastHidden = Date.now();
      removeEventListener("scroll", close, { capture: true });
    };
  }, [open]);

  const trigger = label && {
    onPointerEnter: both(own.onPointerEnter, ({ pointerType, currentTarget }) => {
      if (pointerType === "mouse") reveal(currentTarget, Date.now() - lastHidden < SKIP_DELAY ? 0 : DELAY);
    }),
    onPointerLeave: both(own.onPointerLeave, () => hide(120)),
    // Otherwise it would cover the menu that the click opens.
    onPointerDown: both(own.onPointerDown, () => hide()),
    onFocus: both(own.onFocus, ({ currentTarget }) => {
      if (currentTarget.matches(":focus-visible")) reveal(currentTarget);
    }),
    onBlur: both(own.onBlur, () => hide()),
    onKeyDown: both(own.onKeyDown, ({ key }) => {
      if (key === "Escape") hide();
    }),
  };
  const element = (
    <>
      {reason ? (
        <span id={id} hidden>
          {reason}
        </span>
      ) : null}
      {label && open ? (
        <span
          ref={tip}
          popover="manual"
          role="tooltip"
          className="fixed inset-auto m-0 max-w-[min(280px,calc(100vw-16px))] rounded-c border border-line-strong bg-deck px-[9px] py-1.5 text-left tracking-normal whitespace-normal text-ink normal-case shadow-[0_8px_30px_var(--shade)] [font:400_12.5px/1.4_var(--font-sans)]"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => hide(120)}
        >
          {label}
        </span>
      ) : null}
    </>
  );
  return { id, trigger, element, reveal };
}
