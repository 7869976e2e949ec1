import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { focusBack } from "../lib/focus.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { useStore } from "../lib/store.ts";
import { dismissToast, type Toast, toastStore } from "../lib/toast.ts";
import { useToastPlace } from "../lib/toast-place.ts";
import { Dot } from "./badge.tsx";
import { Button } from "./button.tsx";
import { CloseIcon } from "./icons.tsx";

/** Pixels of a swipe to the right that removes a toast. */
const SWIPE = 50;

/** A toast; `from` has the focus before F8 moved it to the toast. */
function ToastCard({ toast, from }: { toast: Toast; from: RefObject<Element | null> }) {
  const t = useT();
  const [isPaused, setPaused] = useState(false);
  const [shift, setShift] = useState(0);
  const left = useRef(toast.duration);
  const swipe = useRef<number | null>(null);
  const card = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  const dismiss = () => dismissToast(toast.id);
  const act = () => {
    toast.action?.run();
    dismiss();
  };
  useEffect(() => {
    // A failure stays until it has been read and closed.
    if (isPaused || toast.variant === "destructive") return;
    const started = Date.now();
    const timer = setTimeout(dismissToast, left.current, toast.id);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [isPaused, toast.id, toast.variant]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) focusBack(before.current);
    };
  }, []);
  const end = () => {
    if (shift > SWIPE) dismiss();
    swipe.current = null;
    setShift(0);
  };
  return (
    <article
      ref={card}
      data-toast=""
      className={cx(
        "pointer-events-auto flex w-[min(380px,calc(100vw-32px))] animate-[rise_180ms_both] [--rise:8px] touch-pan-y items-start gap-3 rounded-[12px] border bg-deck py-3 pr-2.5 pl-3.5 shadow-[0_16px_50px_var(--shade)]",
        toast.variant === "destructive" ? "border-stop" : "border-line-strong",
      )}
      style={shift > 0 ? { transform: `translateX(${shift}px)` } : {}}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocusCapture={({ currentTarget, relatedTarget }) => {
        setPaused(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget ?? from.current;
      }}
      onBlur={({ currentTarget, relatedTarget }) => setPaused(currentTarget.contains(relatedTarget))}
      onPointerDownCapture={({ clientX }) => {
        swipe.current = clientX;
      }}
      onPointerMove={({ clientX }) => {
        if (swipe.current !== null) setShift(Math.max(0, clientX - swipe.current));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Dot tone={toast.variant === "destructive" ? "stop" : "go"} className="mt-[7px]" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{toast.title}</p>
        {toast.description ? <p className="text-ink-2">{toast.description}</p> : null}
        {toast.debug ? <p className="mt-1 font-mono text-xs text-ink-3">{toast.debug}</p> : null}
      </div>
      {toast.action ? (
        <Button size="s" onClick={act}>
          {toast.action.label}
        </Button>
      ) : null}
      <button type="button" className="btn quiet icon s" aria-label={t("action.dismiss")} onClick={dismiss}>
        <CloseIcon />
      </button>
    </article>
  );
}

/** Shows and announces toasts. F8 moves the focus to the newest failure, else to the other one. */
export default function Toaster() {
  const t = useT();
  const toasts = useStore(toastStore);
  const from = useRef<Element>(null);
  const cardsOf = (variant: Toast["variant"]) =>
    toasts
      .filter((each) => each.variant === variant)
      .map((each) => <ToastCard key={each.id} toast={each} from={from} />);
  const region = useRef<HTMLElement>(null);
  useToastPlace(region, toasts, toasts.length === 0);
  // Before the toast is drawn: F8 is heard as soon as it is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      const newest = [...(region.current?.querySelectorAll("article") ?? [])].at(-1);
      from.current = document.activeElement;
      newest?.querySelector("button")?.focus();
    };
    // An open dialog takes back the focus that leaves it, and closes by a press beside it; it listens at the document.
    const keepFromDialog = (event: FocusEvent | PointerEvent) => {
      const to = event.type === "focusout" ? event.relatedTarget : event.target;
      if (to instanceof Node && region.current?.contains(to)) event.stopPropagation();
    };
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("keydown", onKey, { signal });
    for (const type of ["focusin", "focusout", "pointerdown"] as const)
      document.body.addEventListener(type, keepFromDialog, { signal });
    return () => ending.abort();
  }, []);
  return (
    <section ref={region} aria-label={t("toast.region")} className="toasts">
      <div role="status" aria-live="polite">
        {cardsOf("default")}
      </div>
      <div role="alert" aria-live="assertive">
        {cardsOf("destructive")}
      </div>
    </section>
  );
}
