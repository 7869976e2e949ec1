import { Component, type ComponentType, lazy, startTransition } from "react";
import { ScriptGone } from "../lib/fetch-first.ts";
import { loadTexts, type Texts, translate, useT } from "../lib/i18n/i18n.ts";
import { reloadPage } from "../lib/reload.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./button.tsx";
import { ErrorState } from "./states.tsx";

/** A part of the program that could not be fetched. */
class PartError extends Error {
  /** True when a newer version is there; otherwise the connection dropped. */
  readonly isGone = this.cause instanceof ScriptGone;
}

const ignore = () => undefined;

/** Opens the browser's own dialog; closing gives the focus back to the opener. */
const showModal = (dialog: HTMLDialogElement) => {
  dialog.showModal();
  return () => dialog.close();
};

/** Offers to try again, or to reload for a new version. With `onClose` it is the browser's own dialog, since the kit's may be gone. */
function MissingPart(props: {
  isGone: boolean;
  pending: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}) {
  const t = useT();
  const { pending, onRetry, isGone, onClose } = props;
  const title = t(isGone ? "part.new_title" : "part.missing_title");
  const message = (
    <ErrorState
      title={title}
      text={t(isGone ? "part.new_text" : "part.missing_text")}
      onRetry={onRetry}
      action={
        <>
          {isGone ? null : (
            <Button variant="primary" pending={pending} onClick={onRetry}>
              {t("action.retry")}
            </Button>
          )}
          <Button {...(isGone ? { variant: "primary" } : {})} onClick={reloadPage}>
            {t("action.reload")}
          </Button>
          {onClose ? <Button onClick={onClose}>{t("action.close")}</Button> : null}
        </>
      }
    />
  );
  if (!onClose) return message;
  return (
    <dialog
      ref={showModal}
      aria-label={title}
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

/** A part of the program that is fetched with its texts when first shown. A message takes its place while it cannot be. */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: Texts = () => [],
) {
  const fetchPart = async () => {
    try {
      const [module] = await Promise.all([load(), loadTexts(texts)]);
      // What is there already is drawn at once, without waiting for a promise.
      Content = module.default;
      return module;
    } catch (cause) {
      throw new PartError("A part of the program could not be fetched.", { cause });
    }
  };
  // React keeps what a lazy component ended with, so that each further try needs another one.
  let Content: ComponentType<Props> = lazy(fetchPart);

  /** The part, or the message in its place; other errors are left to the boundaries around it. */
  // biome-ignore lint/correctness/noComponentHookFactories: `part` runs once for each part, at module level.
  class View extends Component<Props, { error: unknown; pending: boolean; Content: ComponentType<Props> }> {
    override state = { error: null as unknown, pending: false, Content };

    static getDerivedStateFromError = (error: unknown) => ({ error });

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
        startTransition(() => this.setState({ error: null, Content }));
      } catch (error) {
        this.setState({ error });
      } finally {
        this.setState({ pending: false });
      }
    };

    override render() {
      const { error, pending, Content } = this.state;
      if (error === null) return <Content {...this.props} />;
      if (!(error instanceof PartError)) throw error;
      const { onClose } = this.props as { onClose?: () => void };
      return <MissingPart isGone={error.isGone} pending={pending} onRetry={this.retry} onClose={onClose} />;
    }
  }

  return {
    View,
    /** Starts fetching; resolves when that has ended, successfully or not. */
    preload: (): Promise<void> => fetchPart().then(ignore, ignore),
    /** Fetches the part before it is shown, and tells a failure in a toast. @returns whether it can be shown */
    fetch: (): Promise<boolean> =>
      fetchPart().then(
        () => true,
        ({ isGone }: PartError) => {
          Content = lazy(fetchPart);
          toast({
            title: translate(isGone ? "part.new_title" : "part.missing_title"),
            description: translate(isGone ? "part.new_text" : "part.missing_text"),
            variant: "destructive",
            action: { label: translate("action.reload"), run: reloadPage },
          });
          return false;
        },
      ),
  };
}

type Page = { page: () => Promise<{ default: ComponentType }>; texts: Texts };
const pages = new Map<Page["page"], ReturnType<typeof part<object>>>();

/** The part of a page, one for all who ask: what one of them has fetched is drawn at once by another. */
export function pagePart({ page, texts }: Page) {
  const known = pages.get(page) ?? part(page, texts);
  pages.set(page, known);
  return known;
}
