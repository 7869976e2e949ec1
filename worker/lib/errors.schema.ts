/** RFC 9457 problem document, as every error is answered (`application/problem+json`). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  /** Sentences by field where a form was wrong. */
  errors?: Record<string, string[]>;
  /** The record as it is now, with `stale_version`. */
  current?: unknown;
};
