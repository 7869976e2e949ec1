import type { ReactNode } from "react";
import { ErrorState } from "./states.tsx";

export type Answer<Data> = { data: Data | undefined; error: unknown; mutate: () => unknown };

/** Whether the first answer is awaited, for `aria-busy`. */
export const isAwaited = ({ data, error }: Answer<unknown>): boolean => data === undefined && !error;

/** An answer of the API in each of its states: loading, failed with a retry, or its data. */
export function AnswerView<Data>(props: {
  of: Answer<Data>;
  loading: ReactNode;
  errorClass?: string;
  children?: (data: Data) => ReactNode;
}) {
  const { data, error, mutate } = props.of;
  if (data !== undefined) return props.children?.(data);
  if (!error) return props.loading;
  return <ErrorState error={error} onRetry={() => void mutate()} className={props.errorClass} />;
}
