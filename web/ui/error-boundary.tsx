import { Component, type ReactNode } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { WarningIcon } from "./icons.tsx";
import { EmptyState } from "./states.tsx";

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="mx-auto max-w-[1360px] p-7">
      <h1 className="sr-only">{t("app.name")}</h1>
      <EmptyState
        icon={<WarningIcon size={22} className="text-stop" />}
        title={t("boundary.title")}
        text={t("boundary.text")}
        action={<Button onClick={onRetry}>{t("action.retry")}</Button>}
      />
    </div>
  );
}

/** Keeps an error while drawing its content from taking down the page around it, and offers to try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken onRetry={() => this.setState({ failed: false })} />;
  }
}
