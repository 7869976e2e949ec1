import { type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Selectors of the element that has the focus as a page begins or is refused. */
const FIRST = ["[aria-invalid=true]", "[data-first]", "input, textarea"];

/** Returns the ref of a form whose first field has the focus whenever the key changes; the dialog does so as it opens. */
function useFirstFocused(key: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    FIRST.map((selector) => form.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus();
  }, [key]);
  return form;
}

/** A form that is answered page by page in a dialog, with where its reader is. Enter goes on. */
export function SteppedDialog(props: {
  title: string;
  /** The title of the page, its place in words, and how many places there are; a page may have several of these. */
  page: { title: ReactNode; place: string; from: number; to?: number; count: number };
  /** Puts the focus on the first field, or the first wrong one, when it changes. */
  focusKey: string;
  /** What stands before the buttons: why it cannot go on, or what went wrong. */
  said?: ReactNode;
  back: { label: string; run: () => void };
  next: { label: string; run: () => void; reason?: string | null; pending: boolean };
  onLeave: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const form = useFirstFocused(props.focusKey);
  const { title, page, said, back, next, onLeave, children } = props;
  const { from, to = from } = page;
  const places = Array.from({ length: page.count }, (_, at) => at);
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      width={620}
      title={title}
      footer={
        <>
          {from > 0 ? (
            <Button className="mr-auto" onClick={() => !next.pending && back.run()}>
              {back.label}
            </Button>
          ) : null}
          {said}
          <Button type="submit" form={formId} variant="primary" reason={next.reason} pending={next.pending}>
            {next.label}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="sm:min-h-[400px]"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!next.pending && !next.reason) next.run();
        }}
      >
        <div className="mb-5">
          <p role="status" className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
            <b className="font-semibold [overflow-wrap:anywhere]">{page.title}</b>
            <span className="hint">{page.place}</span>
          </p>
          <div aria-hidden="true" className="flex gap-1">
            {places.map((at) => (
              <span
                key={at}
                className={cx("meter flex-1", at < from ? "bg-ink-3" : at <= to ? "bg-ice" : "bg-rail")}
              />
            ))}
          </div>
        </div>
        {children}
      </form>
    </Dialog>
  );
}
