import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { focusBack } from "../lib/focus.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { useStore } from "../lib/store.ts";
import { dismissToast, type Toast, toastStore } from "../lib/toast.ts";
import { Dot } from "./badge.tsx";
import { Button } from "./button.tsx";
import { CloseIcon } from "./icons.tsx";

/** Pixels of a swipe to the right that removes a toast. */
const SWIPE = 50;

/** A toast; `from` has the focus before F8 moved it to the toast. */
function ToastCard({ toast, from }: { toast: Toast; from: RefObject<Element | null> }) {
  const t = useT();
  const [held, setHeld] = useState(false);
  const [shift, setShift] = useState(0);
  const left = useRef(toast.duration);
  const swipe = useRef<number | null>(null);
  const card = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  const dismiss = () => dismissToast(toast.id);
  const act = () => {
    dismiss();
    toast.action?.run();
  };
  useEffect(() => {
    if (held) return;
    const started = Date.now();
    const timer = setTimeout(dismissToast, left.current, toast.id);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [held, toast.id]);
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
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusCapture={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget ?? from.current;
      }}
      onBlur={({ currentTarget, relatedTarget }) => setHeld(currentTarget.contains(relatedTarget))}
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

/** Shows and announces toasts. F8 moves the focus to the one on screen. */
export function Toaster() {
  const t = useT();
  const toast = useStore(toastStore);
  const from = useRef<Element>(null);
  const card = toast && <ToastCard key={toast.id} toast={toast} from={from} />;
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const button = region.current?.querySelector<HTMLElement>("button");
      if (event.key !== "F8" || !button) return;
      // A modal dialog takes the focus back when it sees where it goes to.
      from.current = document.activeElement;
      (document.activeElement as HTMLElement | null)?.blur();
      button.focus();
    };
    // An open dialog would take the focus back, and close at a press beside it.
    const hide = (event: Event) => event.stopPropagation();
    region.current?.addEventListener("focusin", hide);
    region.current?.addEventListener("pointerdown", hide);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <section
      ref={region}
      aria-label={t("toast.region")}
      className="pointer-events-none fixed bottom-4 left-4 z-60 max-md:inset-x-4 max-md:top-3 max-md:bottom-auto max-md:grid max-md:justify-items-center"
    >
      <div role="status" aria-live="polite">
        {toast?.variant === "default" ? card : null}
      </div>
      <div role="alert">{toast?.variant === "destructive" ? card : null}</div>
    </section>
  );
}
