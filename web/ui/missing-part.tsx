import { useLayoutEffect, useRef } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { WarningIcon } from "./icons.tsx";
import { EmptyState } from "./states.tsx";

/** How the place of a part that could not be fetched asks for it again. */
export type Retry = { pending: boolean; onRetry: () => void };

type MissingPartProps = Retry & {
  /** Closes the part; given by dialogs, in whose place the message is a dialog as well. */
  onClose?: (() => void) | undefined;
};

/** Says that a part could not be fetched, and tries again. */
export function MissingPart({ onClose, ...retry }: MissingPartProps) {
  return onClose ? <MissingDialog {...retry} onClose={onClose} /> : <Message {...retry} />;
}

function Message({ pending, onRetry, onClose }: MissingPartProps) {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState
        icon={<WarningIcon size={22} className="text-stop" />}
        title={t("part.missing_title")}
        text={t("part.missing_text")}
        action={
          <>
            <Button variant="primary" pending={pending} onClick={onRetry}>
              {t("action.retry")}
            </Button>
            <Button onClick={() => location.reload()}>{t("action.reload")}</Button>
            {onClose ? <Button onClick={onClose}>{t("action.close")}</Button> : null}
          </>
        }
      />
    </div>
  );
}

/** The browser's own dialog: the script of the kit's {@link Dialog} may be what is missing. */
function MissingDialog(props: Retry & { onClose: () => void }) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing gives the focus back to the opener.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={t("part.missing_title")}
      data-takes-escape=""
      className="dialog pointer-events-auto max-w-none text-ink backdrop:bg-veil"
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <Message {...props} />
    </dialog>
  );
}
