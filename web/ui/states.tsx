import type { ReactNode } from "react";
import { ApiError, errorText } from "../lib/api.ts";
import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { WarningIcon } from "./icons.tsx";
import { Spinner } from "./spinner.tsx";

type StateProps = {
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** The next step, usually a Button. */
  action?: ReactNode;
  className?: string;
};

/** Nothing to show: says so, and offers the next step. */
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

/** Something went wrong, such as what could not be loaded or may not be seen: says what, and tries again. */
export function ErrorState(props: {
  error?: unknown;
  onRetry: () => void;
  title?: string;
  /** In place of the error's own sentence. */
  text?: string;
  /** In place of the button that tries again. */
  action?: ReactNode;
  className?: string;
}) {
  const t = useT();
  const { error, onRetry, title, text, action, className } = props;
  const isRefused = error instanceof ApiError && error.status === 403;
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={<WarningIcon size={22} className="text-stop" />}
        title={title ?? t(isRefused ? "access.denied" : "error.title")}
        text={text ?? errorText(error)}
        action={action ?? <Button onClick={() => onRetry()}>{t("action.retry")}</Button>}
      />
    </div>
  );
}

/** A place that the person may not see. */
export function NoAccess({ text, action }: { text: ReactNode; action?: ReactNode }) {
  const t = useT();
  return <EmptyState title={t("access.denied")} text={text} action={action} />;
}

/** A whole page is loading; named, and seen only when that takes longer than 200 ms. */
export function PageSpinner() {
  const t = useT();
  return (
    <div
      role="status"
      className="grid animate-[appear_160ms_200ms_both] min-h-[50vh] place-items-center text-ink-3"
    >
      <Spinner size={24} />
      <span className="sr-only">{t("state.loading")}</span>
    </div>
  );
}
