import { fillIn } from "./sentence.ts";
import type { Language } from "./wire.schema.ts";

/** RFC 9457 problem document, as every error is answered (`application/problem+json`). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  /** How long the answer took, for an administrator in debug mode. */
  durationMs?: number;
  /** Sentences by field where a form was wrong. */
  errors?: Record<string, string[]>;
  /** The current record, with `stale_version` and other conflicts about one record. */
  current?: unknown;
};

/** An error of the product: its HTTP status and a sentence that a user can act on, `{name}` being filled in. */
type ErrorEntry = { status: number; refusal?: Refusal } & Record<Language, string>;

/** A kind of refusals that the security log counts. */
export type Refusal =
  | "sign_in_failed"
  | "sign_in_waited"
  | "member_inactive"
  | "code_wrong"
  | "proof_missing"
  | "permission_missing"
  | "rights_exceeded"
  | "origin_wrong"
  | "signature_wrong";

type Extra = Pick<Problem, "errors" | "current"> & { retryAfterSeconds?: number };

/** The names in braces of a sentence, without the request id, which `problemResponse` fills in. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name extends `${infer Count}|${string}` ? Count : Name, "requestId"> | Blanks<Rest>
  : never;

type Arguments<Entry extends ErrorEntry> = [Blanks<Entry["en"]>] extends [never]
  ? [parameters?: Record<string, never>, extra?: Extra]
  : [parameters: Record<Blanks<Entry["en"]>, string | number>, extra?: Extra];

/** An error that is answered as a problem document. */
export class AppError extends Error {
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly parameters: Record<string, string | number>;
  readonly extra: Extra;
  /** The user whom the refusal is about where no session says it. It stands in the security log, never in the answer. */
  about: { id: number; organizationId: number } | null = null;

  constructor(code: string, entry: ErrorEntry, parameters: Record<string, string | number>, extra: Extra) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.entry = entry;
    this.parameters = parameters;
    this.extra = extra;
  }

  /** The sentence in a language. @param added values that only the answer knows */
  text(language: Language, added: Record<string, string> = {}): string {
    return fill(this.entry[language], { ...this.parameters, ...added });
  }
}

/** Fills in the names in braces of a sentence (see `fillIn`). */
export const fill = (sentence: string, values: Record<string, string | number>) =>
  fillIn(sentence, (name) => values[name] ?? "…");

/** For `catch`: adds the user to a refusal, for the security log, and rethrows it. */
export const refusedFor =
  (user: AppError["about"] | undefined) =>
  (error: unknown): never => {
    if (error instanceof AppError) error.about = user ?? null;
    throw error;
  };

const all = new Map<string, ErrorEntry>();

/**
 * Adds errors to the product's closed list; each code makes its `AppError`, with the values its sentence asks for.
 * @throws Error for a code that is taken
 */
export function defineErrors<const Entries extends Record<string, ErrorEntry>>(entries: Entries) {
  const made = Object.entries(entries).map(([code, entry]) => {
    if (all.has(code)) throw new Error(`the error ${code} is defined twice`);
    all.set(code, entry);
    return [code, (parameters = {}, extra: Extra = {}) => new AppError(code, entry, parameters, extra)];
  });
  return Object.fromEntries(made) as {
    readonly [Code in keyof Entries]: (...values: Arguments<Entries[Code]>) => AppError;
  };
}

/**
 * Makes an entry of `defineErrors`: `problem(409)("… in English", "… in Danish")`.
 * @param status the HTTP status
 */
export const problem =
  (status: number, refusal?: Refusal) =>
  <const English extends string>(en: English, da: string) => ({
    status,
    en,
    da,
    ...(refusal && { refusal }),
  });

/** The closed list of errors, as far as their features are loaded. */
export const definedErrors = (): ReadonlyMap<string, ErrorEntry> => all;

/** Errors that every feature can end with. */
export const errors = defineErrors({
  invalid_input: problem(400)(
    "Some of what you entered is not right: {fields}.",
    "Noget af det indtastede er ikke rigtigt: {fields}.",
  ),
  malformed_body: problem(400)(
    "The request could not be read. Send valid JSON and try again.",
    "Forespørgslen kunne ikke læses. Send gyldig JSON, og prøv igen.",
  ),
  signed_out: problem(401)(
    "You are not signed in. Sign in and try again.",
    "Du er ikke logget ind. Log ind, og prøv igen.",
  ),
  forbidden: problem(403, "permission_missing")(
    "Your role does not include this ({permission}). Ask an administrator if you need it.",
    "Din rolle omfatter ikke dette ({permission}). Spørg en administrator, hvis du har brug for det.",
  ),
  token_reads: problem(403, "permission_missing")(
    "This token has no permissions, so it only reads. Make a token with a permission that you have.",
    "Dette token har ingen rettigheder og kan derfor kun læse. Lav et token med en rettighed, som du har.",
  ),
  reauthentication_required: problem(403, "proof_missing")(
    "Confirm that it is you first: this takes a proof of who you are within the last {minutes} minutes.",
    "Bekræft først, at det er dig: det kræver et bevis for, hvem du er, inden for de sidste {minutes} minutter.",
  ),
  session_required: problem(403, "origin_wrong")(
    "This works in the command centre itself alone. Open it in a browser, sign in and try again there.",
    "Det virker kun i selve Command Centre. Åbn den i en browser, log ind, og prøv igen dér.",
  ),
  cross_site: problem(403, "origin_wrong")(
    "The request came from another website and was refused. Open the command centre itself and try again.",
    "Forespørgslen kom fra et andet websted og blev afvist. Åbn selve Command Centre, og prøv igen.",
  ),
  not_found: problem(404)(
    "This does not exist, or you cannot see it.",
    "Dette findes ikke, eller du kan ikke se det.",
  ),
  stale_version: problem(409)(
    "{name} was changed by somebody else while you were working. Look at what changed and try again.",
    "{name} blev ændret af en anden, mens du arbejdede. Se, hvad der er ændret, og prøv igen.",
  ),
  body_too_large: problem(413)(
    "That is too much at once. Send at most {limit} kB.",
    "Det er for meget på én gang. Send højst {limit} kB.",
  ),
  json_only: problem(415)(
    "Send the request as JSON (Content-Type: application/json).",
    "Send forespørgslen som JSON (Content-Type: application/json).",
  ),
  upgrade_required: problem(426)(
    "This address only takes WebSocket connections. Open the command centre itself instead.",
    "Denne adresse tager kun imod WebSocket-forbindelser. Åbn selve Command Centre i stedet.",
  ),
  internal: problem(500)(
    "Something went wrong on our side. Try again; if it stays, tell an administrator the number {requestId}.",
    "Noget gik galt hos os. Prøv igen; bliver det ved, så giv en administrator nummeret {requestId}.",
  ),
  misconfigured: problem(503)(
    "The command centre is not set up: {problem}",
    "Command Centre er ikke sat op: {problem}",
  ),
  schema_behind: problem(503)(
    "The database lacks a change that this version needs ({migration}), so nothing is read or saved. Try again in a minute; if it stays, ask an administrator to run `npm run deploy`.",
    "Databasen mangler en ændring, som denne version skal bruge ({migration}), så intet læses eller gemmes. Prøv igen om et minut; bliver det ved, så bed en administrator køre `npm run deploy`.",
  ),
});

/** The answer for an error: a problem document (RFC 9457) that browsers and proxies never keep. */
export function problemResponse(
  error: AppError,
  language: Language,
  requestId: string,
  added: Pick<Problem, "durationMs"> = {},
): Response {
  const { status } = error.entry;
  const { retryAfterSeconds, ...extra } = error.extra;
  const problem: Problem = {
    type: `urn:command-centre:error:${error.code}`,
    title: error.code.replaceAll("_", " "),
    status,
    detail: error.text(language, { requestId }),
    code: error.code,
    requestId,
    ...added,
    ...extra,
  };
  const headers = {
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Language": language,
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...(retryAfterSeconds !== undefined ? { "Retry-After": String(retryAfterSeconds) } : {}),
  };
  return Response.json(problem, { status, headers });
}
