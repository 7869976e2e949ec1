import type { ComponentProps, ReactNode } from "react";
import { ApiError, isRefused } from "../lib/api.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";
import { ErrorState, NoAccess } from "./states.tsx";

/** Whether the answer was that there is no such record, or none that the user may see. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export type Answer<Data> = { data: Data | undefined; error: unknown; mutate: () => unknown };

export type AnswerStates = {
  /** Replaces the data while the first answer is awaited; Skeletons of its shape. */
  loading: ReactNode;
  failedTitle?: string;
  /** Replaces the error for users without permission. */
  denied?: ComponentProps<typeof NoAccess>;
  /** Class of what replaces the data: an error, no access. */
  stateClass?: string;
  /** Leads from a record that is gone back to its list. */
  onBack?: () => void;
};

/** An answer of the API in each of its states: loading, failed with a retry, no access, or its data. */
export function AnswerView<Data>(
  props: AnswerStates & { of: Answer<Data>; children?: (data: Data) => ReactNode },
) {
  const t = useT();
  const { denied, failedTitle, stateClass, onBack } = props;
  const { data, error, mutate } = props.of;
  const leadsBack = onBack !== undefined && isGone(error);
  if (data !== undefined && !isRefused(error) && !leadsBack) return props.children?.(data);
  if (!error) return <div aria-busy="true">{props.loading}</div>;
  if (denied && isRefused(error)) return <NoAccess className={stateClass} {...denied} />;
  return (
    <ErrorState
      error={error}
      onRetry={() => void mutate()}
      title={failedTitle}
      action={leadsBack ? <Button onClick={onBack}>{t("record.back")}</Button> : undefined}
      className={stateClass}
    />
  );
}
