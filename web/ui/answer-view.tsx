import type { ComponentProps, ReactNode } from "react";
import { isRefused } from "../lib/api.ts";
import { ErrorState, NoAccess } from "./states.tsx";

export type Answer<Data> = { data: Data | undefined; error: unknown; mutate: () => unknown };

export type AnswerStates = {
  /** Replaces the data while the first answer is awaited; Skeletons of its shape. */
  loading: ReactNode;
  failedTitle?: string;
  /** Replaces the error for users without permission. */
  denied?: ComponentProps<typeof NoAccess>;
  /** Class of what replaces the data: an error, no access. */
  stateClass?: string;
};

/** An answer of the API in each of its states: loading, failed with a retry, no access, or its data. */
export function AnswerView<Data>(
  props: AnswerStates & { answer: Answer<Data>; children?: (data: Data) => ReactNode },
) {
  const { denied, failedTitle, stateClass } = props;
  const { data, error, mutate } = props.answer;
  if (data !== undefined && !isRefused(error)) return props.children?.(data);
  if (!error) return <div aria-busy="true">{props.loading}</div>;
  if (denied && isRefused(error)) return <NoAccess className={stateClass} {...denied} />;
  return (
    <ErrorState error={error} onRetry={() => void mutate()} title={failedTitle} className={stateClass} />
  );
}
