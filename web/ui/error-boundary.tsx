import { Component, type ReactNode } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { ChunkError } from "../lib/part.ts";
import { Button } from "./button.tsx";
import { WarningIcon } from "./icons.tsx";
import { EmptyState } from "./states.tsx";

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const chunk = error instanceof ChunkError;
  return (
    <div role="alert" className="mx-auto max-w-[1360px] p-7">
      <h1 className="sr-only">{t("app.name")}</h1>
      <EmptyState
        icon={<WarningIcon size={22} className="text-stop" />}
        title={t(chunk ? "boundary.chunk_title" : "boundary.title")}
        text={t(chunk ? "boundary.chunk_text" : "boundary.text")}
        action={
          chunk ? (
            <Button onClick={() => location.reload()}>{t("action.reload")}</Button>
          ) : (
            <Button onClick={onRetry}>{t("action.retry")}</Button>
          )
        }
      />
    </div>
  );
}

/** Keeps what breaks inside it from taking the rest of the page along, and offers to try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken error={this.state.error} onRetry={() => this.setState({ error: null, failed: false })} />;
  }
}
