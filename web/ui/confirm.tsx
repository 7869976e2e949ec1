import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { errorText } from "../lib/api.ts";
import { focusBack, opensDialog } from "../lib/focus.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";

/** Asks before something that is hard to take back. It stays open, with the error, when `onConfirm` fails. */
export function ConfirmDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** Says what is done: "End session", not "OK". */
  confirmLabel: string;
  /** What declining is called; "Cancel" when left out. */
  cancelLabel?: string;
  danger?: boolean;
  /** Awaited when it is a promise. */
  onConfirm: () => unknown;
}) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel, danger, onConfirm } = props;
  const t = useT();
  const opener = useRef<Element>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (next: boolean) => {
    if (pending) return;
    setError(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setPending(false);
    }
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
            <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
