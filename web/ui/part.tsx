import { Component, type ComponentType, lazy, type ReactNode, startTransition } from "react";
import type { CatalogueName } from "../catalogues.ts";
import { loadMessages } from "../lib/i18n/i18n.ts";
import { MissingPart, type Retry } from "./missing-part.tsx";

/** A part of the program could not be fetched: the connection dropped, or a new version was deployed. */
class PartError extends Error {}

type BoundaryProps = {
  children: () => ReactNode;
  missing: (retry: Retry) => ReactNode;
  /** Makes the next try to draw the part fetch it again. */
  renew: () => void;
  fetchPart: () => Promise<unknown>;
};

/** Keeps the place of a part that could not be fetched; other errors are left to the boundaries around it. */
class PartBoundary extends Component<BoundaryProps, { error: unknown; pending: boolean }> {
  override state = { error: null as unknown, pending: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    addEventListener("online", this.retry);
  }

  override componentWillUnmount() {
    removeEventListener("online", this.retry);
    if (this.state.error !== null) this.props.renew();
  }

  retry = async () => {
    if (this.state.error === null || this.state.pending) return;
    this.setState({ pending: true });
    try {
      await this.props.fetchPart();
      this.props.renew();
      startTransition(() => this.setState({ error: null }));
    } catch {
      // The message stays.
    } finally {
      this.setState({ pending: false });
    }
  };

  override render() {
    const { error, pending } = this.state;
    if (error === null) return this.props.children();
    if (!(error instanceof PartError)) throw error;
    return this.props.missing({ pending, onRetry: () => void this.retry() });
  }
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
  const renew = () => {
    Content = lazy(fetchPart);
  };
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: `part` runs once for each part, at module level.
    View: (props: Props) => (
      <PartBoundary renew={renew} fetchPart={fetchPart} missing={(retry) => missing(props, retry)}>
        {() => <Content {...props} />}
      </PartBoundary>
    ),
    /** Starts fetching; resolves when that has ended, whether well or not. */
    preload: () =>
      fetchPart().then(
        () => undefined,
        () => undefined,
      ),
  };
}
