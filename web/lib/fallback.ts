import { ApiError } from "./api.ts";

/** The text of a failure: what the server answered; where it did not, what failed comes before the reason. */
export const answeredOr =
  (error: unknown, fallback: string) =>
  (detail: string): string =>
    error instanceof ApiError ? detail : `${fallback}. ${detail}`;
