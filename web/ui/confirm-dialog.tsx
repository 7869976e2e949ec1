import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { useAction } from "../lib/action.ts";
import { errorText } from "../lib/api.ts";
import { tellFailure } from "../lib/failure.ts";
import { focusBack, opensDialog } from "../lib/focus.ts";
import { useT } from "../lib/i18n/i18n.ts";
import type { Message } from "../lib/toast.ts";
import { Button } from "./button.tsx";

export type Question<Answer> = {
  title: ReactNode;
  /** The consequences, and whether they can be undone. */
  description: ReactNode;
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => Promise<Answer> | Answer;
  done?: Message | ((answer: Answer) => Message | null | undefined);
  /** Title of a toast that tells a failure in place of the dialog. */
  failed?: string;
};

export type ConfirmProps<Answer> = Question<Answer> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  confirmLabel: string;
};

/** See `ConfirmDialog` of `confirm.tsx`. */
export default function Content<Answer>(props: ConfirmProps<Answer>) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, danger, onConfirm } = props;
  const t = useT();
  const opener = useRef<Element>(null);
  const [error, setError] = useState<string | null>(null);
  const { run, pending } = useAction(
    async () => {
      setError(null);
      const answer = await onConfirm();
      onOpenChange(false);
      return answer;
    },
    {
      done: props.done,
      failed: (failure) => {
        if (props.failed) tellFailure(failure, { title: props.failed });
        else setError(errorText(failure));
      },
    },
  );
  const change = (next: boolean) => {
    if (pending) return;
    setError(null);
    onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="dialog p-[22px] max-md:px-4 [--width:440px]"
          data-modal=""
          onOpenAutoFocus={() => {
            opener.current = opensDialog();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack(opener.current);
          }}
        >
          <Radix.Title className="font-display text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-ink-2">{description}</Radix.Description>
          {error ? (
            <p role="alert" className="mt-3 text-stop">
              {error}
            </p>
          ) : null}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel className="btn" data-closes="">
              {cancelLabel ?? t("action.cancel")}
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={() => void run()}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
