import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { ApiError } from "../lib/api.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { type Answer, AnswerView } from "./answer-view.tsx";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { useDocumentTitle } from "./page.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

type Frame = Pick<DialogProps, "open" | "onOpenChange" | "width" | "className" | "returnFocus">;

const FrameOf = createContext<Frame>({ open: true, onOpenChange: () => undefined });

const LOADING = (
  <div className="grid min-h-[420px] gap-8 md:grid-cols-2">
    <SkeletonLines lines={7} />
    <SkeletonLines lines={7} />
  </div>
);

/** Whether the answer was that there is no such record, or none that the user may see. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type WayBack = {
  /** Replaces the error of a record that is gone, and its way back to the list. */
  gone?: ReactNode;
  onBack: () => void;
};

/** The answer for one record, as an AnswerView, which leads back to the list where the record is gone or not the reader's to see. */
export function RecordView<Item>({
  gone,
  onBack,
  ...props
}: ComponentProps<typeof AnswerView<Item>> & WayBack) {
  const t = useT();
  const { error, mutate } = props.answer;
  const isDenied = error instanceof ApiError && error.status === 403;
  if (!isGone(error) && !isDenied) return <AnswerView {...props} />;
  return (
    (isDenied ? null : gone) ?? (
      <ErrorState
        error={error}
        onRetry={() => void mutate()}
        action={<Button onClick={onBack}>{t("record.back")}</Button>}
        className={props.stateClass}
      />
    )
  );
}

/**
 * A record over its list: a dialog while it is loading, gone (404) or failed, with a retry, then what `children` draw: the
 * record in a RecordDialog, or its form.
 */
export function RecordOver<Item>(
  props: Pick<DialogProps, "width" | "className" | "returnFocus"> &
    Pick<WayBack, "gone"> & {
      of: Answer<Item>;
      /** Names the dialog until the record is read. */
      title: string;
      loading?: ReactNode;
      onClose: () => void;
      children: (record: Item) => ReactNode;
    },
) {
  const { of, title, loading = LOADING, gone, onClose, children, ...look } = props;
  const { data, error, mutate } = of;
  const frame = { ...look, open: true, onOpenChange: (open: boolean) => !open && onClose() };
  if (data !== undefined && !isGone(error)) return <FrameOf value={frame}>{children(data)}</FrameOf>;
  return (
    <Dialog {...frame} title={title}>
      <RecordView
        answer={{ data: undefined, error, mutate }}
        loading={loading}
        gone={gone}
        onBack={onClose}
      />
    </Dialog>
  );
}

/** The dialog of the record in a RecordOver: its title has the focus first, and names the page. The body has no padding of its own. */
export function RecordDialog({
  title,
  marks,
  ...props
}: Pick<DialogProps, "lead" | "description" | "actions" | "footer" | "children"> & {
  title: string;
  /** Beside the title. */
  marks?: ReactNode;
}) {
  const heading = useId();
  useDocumentTitle(title);
  return (
    <Dialog
      {...use(FrameOf)}
      {...props}
      bare
      initialFocus={heading}
      title={
        <span
          id={heading}
          tabIndex={-1}
          className={marks ? "flex flex-wrap items-center gap-x-3 gap-y-1 outline-none" : "outline-none"}
        >
          {title}
          {marks}
        </span>
      }
    />
  );
}
