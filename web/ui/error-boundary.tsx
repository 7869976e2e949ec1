import { Component, type ReactNode } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { ErrorState } from "./states.tsx";

function Broken({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div className="mx-auto max-w-[1360px] p-7">
      <h1 className="sr-only">{t("app.name")}</h1>
      <ErrorState title={t("boundary.title")} text={t("boundary.text")} onRetry={onRetry} />
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
