import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

const DELAY = 700;
const SKIP_DELAY = 300;
/** When the last tooltip went away: right after it the next one needs no waiting. */
let lastHidden = 0;

function place(tip: HTMLElement, trigger: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = Math.max(
    8,
    Math.min(anchor.left + anchor.width / 2 - size.width / 2, innerWidth - size.width - 8),
  );
  const below = anchor.bottom + 6;
  const top = below + size.height < innerHeight - 8 ? below : anchor.top - size.height - 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

/** What an element that has a tooltip may already carry; both its own handler and the tooltip's are called. */
export type TooltipProps<E extends HTMLElement> = {
  ref?: Ref<E> | undefined;
  onPointerEnter?: ((event: PointerEvent<E>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<E>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<E>) => void) | undefined;
  onFocus?: ((event: FocusEvent<E>) => void) | undefined;
  onBlur?: ((event: FocusEvent<E>) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<E>) => void) | undefined;
};

/**
 * A tooltip without a library, light enough for the sign-in page: in the browser's top layer, shown on hover
 * after 700 ms and on keyboard focus at once, hoverable itself, gone with Escape. Spread `trigger` on the
 * element after its own props; `reveal` shows the tooltip at once, for a press that does nothing else.
 */
export function useTooltip<E extends HTMLElement>(label: ReactNode, own: TooltipProps<E>) {
  const id = useId();
  const ref = useRef<E>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [open, setOpen] = useState(false);

  const reveal = (after: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), after);
  };
  const hide = (after = 0) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setOpen((was) => {
        if (was) lastHidden = Date.now();
        return false;
      });
    }, after);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open || !tip.current || !ref.current) return;
    tip.current.showPopover?.();
    place(tip.current, ref.current);
    const close = () => setOpen(false);
    addEventListener("scroll", close, { capture: true, once: true, passive: true });
    return () => removeEventListener("scroll", close, { capture: true });
  }, [open]);

  const ownRef = own.ref;
  const attach = useCallback(
    (node: E | null) => {
      ref.current = node;
      if (typeof ownRef === "function") ownRef(node);
      else if (ownRef) ownRef.current = node;
    },
    [ownRef],
  );
  const trigger = {
    ref: attach,
    onPointerEnter: (event: PointerEvent<E>) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === "mouse") reveal(Date.now() - lastHidden < SKIP_DELAY ? 0 : DELAY);
    },
    onPointerLeave: (event: PointerEvent<E>) => {
      own.onPointerLeave?.(event);
      hide(120);
    },
    // Otherwise it would cover the menu that the press opens, and stay as long as the pointer is over it.
    onPointerDown: (event: PointerEvent<E>) => {
      own.onPointerDown?.(event);
      clearTimeout(timer.current);
      setOpen(false);
    },
    onFocus: (event: FocusEvent<E>) => {
      own.onFocus?.(event);
      if (ref.current?.matches(":focus-visible")) reveal(0);
    },
    onBlur: (event: FocusEvent<E>) => {
      own.onBlur?.(event);
      hide();
    },
    onKeyDown: (event: KeyboardEvent<E>) => {
      own.onKeyDown?.(event);
      if (event.key === "Escape") hide();
    },
  };
  const element =
    label && open ? (
      <span
        ref={tip}
        popover="manual"
        role="tooltip"
        className="tooltip"
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => hide(120)}
      >
        {label}
      </span>
    ) : null;
  return { id, trigger, element, reveal: () => reveal(0) };
}

/**
 * Explains one control on hover and focus. The child takes a ref and passes its other props on; the text is
 * read with the control as its description.
 */
export function Tooltip({
  label,
  children,
}: {
  label: string;
  children: ReactElement<TooltipProps<HTMLElement> & { "aria-describedby"?: string }>;
}) {
  const { id, trigger, element } = useTooltip<HTMLElement>(label, children.props);
  return (
    <>
      {cloneElement(children, { ...trigger, "aria-describedby": id })}
      <HiddenText id={id}>{label}</HiddenText>
      {element}
    </>
  );
}

/** A text for assistive technology alone, named by `aria-describedby`; nothing where there is none. */
export function HiddenText({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <span id={id} hidden>
      {children}
    </span>
  );
}
