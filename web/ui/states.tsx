import { Component, type ReactNode, useEffect, useEffectEvent } from "react";
import { ApiError, debugText, errorText } from "../lib/api.ts";
import { onReconnected } from "../lib/connection.ts";
import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Button, Spinner } from "./button.tsx";
import { WarningIcon } from "./icons.tsx";

type StateProps = {
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
};

export function EmptyState({ title, text, icon, action, className }: StateProps) {
  return (
    <div className={cx("grid justify-items-center gap-1 px-6 py-12 text-center", className)}>
      {icon ? <span className="mb-2 text-ink-3">{icon}</span> : null}
      <p className="font-semibold">{title}</p>
      {text ? <p className="max-w-[46ch] text-ink-2">{text}</p> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

/** An error with its sentence. It tries again by a button, and by itself when the connection is back; a 404 does neither. */
export function ErrorState(props: {
  error?: unknown;
  onRetry: () => void;
  title?: string | undefined;
  /** Replaces the error's own sentence. */
  text?: string;
  /** Replaces the button that tries again. */
  action?: ReactNode;
  className?: string | undefined;
}) {
  const t = useT();
  const { error, onRetry, title, text, action, className } = props;
  const status = error instanceof ApiError ? error.status : null;
  const retry = useEffectEvent(onRetry);
  // What is missing or refused does not come with the connection.
  const isFinal = status === 403 || status === 404;
  useEffect(() => (isFinal ? undefined : onReconnected(retry)), [isFinal]);
  const debug = debugText(error);
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<WarningIcon size={22} className={isFinal ? "text-ink-3" : "text-stop"} />}
        title={title ?? t(status === 403 ? "access.denied" : "error.title")}
        text={
          <>
            {text ?? errorText(error)}
            {debug ? <span className="mt-1 block font-mono text-xs text-ink-3">{debug}</span> : null}
          </>
        }
        action={
          action ?? (status === 404 ? null : <Button onClick={() => onRetry()}>{t("action.retry")}</Button>)
        }
      />
    </div>
  );
}

export function NoAccess(props: Omit<StateProps, "title">) {
  return <EmptyState {...props} title={useT()("access.denied")} />;
}

/** A spinner of a whole page, visible after 200 ms. */
export function PageSpinner() {
  const t = useT();
  const look = "grid animate-[appear_160ms_200ms_both] min-h-[50vh] place-items-center text-ink-3";
  return (
    <div role="status" className={look}>
      <Spinner size={24} />
      <span className="sr-only">{t("state.loading")}</span>
    </div>
  );
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div className="mx-auto max-w-[1360px] p-7">
      <h1 className="sr-only">{t("app.name")}</h1>
      <ErrorState title={t("boundary.title")} text={t("boundary.text")} onRetry={onRetry} />
    </div>
  );
}

/** Shows an error while its content is drawn in place of that, and offers to try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken onRetry={() => this.setState({ failed: false })} />;
  }
}
