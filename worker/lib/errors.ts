import { ERRORS, type ErrorCode, type Problem } from "./errors.schema.ts";
import type { Language } from "./wire.schema.ts";

type Parameters = Record<string, string | number>;
type Extra = Pick<Problem, "errors" | "current"> & { retryAfterSeconds?: number };

/** An error of the closed list on its way to the reader. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly parameters: Parameters;
  readonly extra: Extra;

  constructor(code: ErrorCode, parameters: Parameters = {}, extra: Extra = {}) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.parameters = parameters;
    this.extra = extra;
  }
}

/** The sentence of an error in a language. */
export function errorText(code: ErrorCode, language: Language, parameters: Parameters = {}): string {
  return ERRORS[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? "…"));
}

/** The answer for an error: a problem document that browsers and proxies never keep. */
export function problemResponse(error: AppError, language: Language, requestId: string): Response {
  const { status } = ERRORS[error.code];
  const { retryAfterSeconds, ...extra } = error.extra;
  const problem: Problem = {
    type: `urn:command-centre:error:${error.code}`,
    title: error.code.replaceAll("_", " "),
    status,
    detail: errorText(error.code, language, { ...error.parameters, requestId }),
    code: error.code,
    requestId,
    ...extra,
  };
  const headers = new Headers({
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Language": language,
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  });
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  return Response.json(problem, { status, headers });
}
