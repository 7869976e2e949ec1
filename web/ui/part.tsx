import { Component, type ComponentType, lazy, type ReactNode, startTransition } from "react";
import type { CatalogueName } from "../catalogues.ts";
import { loadMessages, useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./states.tsx";

/** A part of the program could not be fetched: the connection dropped, or a new version was deployed. */
class PartError extends Error {}

/** How the place of a part that could not be fetched asks for it again. */
type Retry = { pending: boolean; onRetry: () => void };

/** Opens the browser's own dialog; closing gives the focus back to the opener. */
const showModal = (dialog: HTMLDialogElement) => {
  dialog.showModal();
  return () => dialog.close();
};

/**
 * Says that a part could not be fetched, and tries again; for a part that has `onClose` in the browser's own dialog, since the
 * script of the kit's may be what is missing.
 */
function MissingPart({ pending, onRetry, onClose }: Retry & { onClose?: (() => void) | undefined }) {
  const t = useT();
  const message = (
    <ErrorState
      title={t("part.missing_title")}
      text={t("part.missing_text")}
      onRetry={onRetry}
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
  );
  if (!onClose) return message;
  return (
    <dialog
      ref={showModal}
      aria-label={t("part.missing_title")}
      data-takes-escape=""
      className="dialog pointer-events-auto max-w-none text-ink backdrop:bg-veil"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {message}
    </dialog>
  );
}

/**
 * A part of the program that is fetched when first shown, together with its texts; `preload` starts that early.
 * When it cannot be fetched, `missing` stands in its place until a retry succeeds, which also happens by itself
 * when the connection is back. Props named `onClose` mark a dialog: there the default message is a dialog too.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  catalogues: CatalogueName | readonly CatalogueName[] = [],
  missing = (props: Props, retry: Retry): ReactNode => (
    <MissingPart {...retry} onClose={(props as { onClose?: () => void }).onClose} />
  ),
) {
  const fetchPart = async () => {
    try {
      const [module] = await Promise.all([load(), loadMessages(...[catalogues].flat())]);
      return module;
    } catch (cause) {
      throw new PartError("A part of the program could not be fetched.", { cause });
    }
  };
  // React keeps what a lazy component ended with, so that each further try needs another one.
  let Content = lazy(fetchPart);

  /** The part, or what stands in its place; other errors are left to the boundaries around it. */
  // biome-ignore lint/correctness/noComponentHookFactories: `part` runs once for each part, at module level.
  class View extends Component<Props, { error: unknown; pending: boolean }> {
    override state = { error: null as unknown, pending: false };

    static getDerivedStateFromError(error: unknown) {
      return { error };
    }

    override componentDidMount() {
      addEventListener("online", this.retry);
    }

    override componentWillUnmount() {
      removeEventListener("online", this.retry);
      if (this.state.error !== null) Content = lazy(fetchPart);
    }

    retry = async () => {
      if (this.state.error === null || this.state.pending) return;
      this.setState({ pending: true });
      try {
        await fetchPart();
        Content = lazy(fetchPart);
        startTransition(() => this.setState({ error: null }));
      } catch {
        // The message stays.
      } finally {
        this.setState({ pending: false });
      }
    };

    override render() {
      const { error, pending } = this.state;
      if (error === null) return <Content {...this.props} />;
      if (!(error instanceof PartError)) throw error;
      return missing(this.props, { pending, onRetry: () => void this.retry() });
    }
  }

  /** Starts fetching; resolves when that has ended, whether well or not. */
  const preload = () =>
    fetchPart().then(
      () => undefined,
      () => undefined,
    );
  return { View, preload };
}
