import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

let first = true;

/** Sets the title of the document while a page or dialog is open: "CRM · Command Centre". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Command Centre`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

const SentencePlace = createContext<HTMLElement | null>(null);

/** Shows a sentence under the heading of the page around it; see `hasSentence`. */
export function PageSentence({ children }: { children: ReactNode }) {
  const place = use(SentencePlace);
  return place && createPortal(children, place);
}

/** A page. Its heading gets the focus when the user comes from another page, so that a screen reader announces it. */
export function Page(props: {
  title: ReactNode;
  documentTitle: string;
  sub?: ReactNode;
  /** The sentence comes from the page's content, as a PageSentence; it moves nothing else, whatever it says. */
  hasSentence?: boolean;
  beside?: ReactNode;
  below?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useDocumentTitle(props.documentTitle);
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return (
    <div className="group/page mx-auto max-w-[1360px] p-7 max-md:p-4">
      {props.above}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:gap-x-2 group-has-[[data-record=page]]/page:hidden">
        <div className="flex min-w-0 flex-wrap items-center gap-x-[18px] gap-y-3 max-md:contents">
          <div className="min-w-0 content-center max-md:min-h-[34px] max-md:pointer-coarse:min-h-11">
            <h1 ref={heading} tabIndex={-1}>
              {props.title}
            </h1>
            {props.sub ? <p className="text-ink-2">{props.sub}</p> : null}
          </div>
          <div className="min-w-0 empty:hidden max-md:order-1 max-md:w-full">{props.beside}</div>
        </div>
        {props.actions ? <div className="page-actions">{props.actions}</div> : null}
        {props.below}
        {props.hasSentence ? (
          <p ref={setPlace} className="w-full text-ink-2 max-md:order-2 empty:hidden" />
        ) : null}
      </div>
      <SentencePlace value={place}>{props.children}</SentencePlace>
    </div>
  );
}
