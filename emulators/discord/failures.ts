import { matchesPath } from "./request-log.ts";

/**
 * How a request fails: `status` an error answer, `rate_limit` a 429, `garbage` a 200 that is not JSON, `truncate` a
 * body cut half-way, `empty` a 200 without body, `hang` no answer until the client or the emulator gives up, `reset`
 * a cut connection, `lost` a connection cut after the request was carried out, `delay` the usual answer, later.
 * `delay`, `lost` and `truncate` carry a request out, the others only with `carriedOut`.
 */
export type FailureMode =
  | "status"
  | "rate_limit"
  | "garbage"
  | "truncate"
  | "empty"
  | "hang"
  | "reset"
  | "lost"
  | "delay";

export interface FailureInput {
  /** Text contained in the path, or an expression that the path matches. */
  path: string | RegExp;
  method?: string;
  mode: FailureMode;
  /** For mode `status`; 500 by default. */
  status?: number;
  /** For mode `status`: the JSON that replaces Discord's own error. */
  body?: unknown;
  /** Whether the request is carried out before it fails; a delayed one is carried out at once. */
  carriedOut?: boolean;
  /** Milliseconds of the emulator's clock, for mode `delay`; 1000 by default. */
  ms?: number;
  /** How many requests fail; by default all until cleared. */
  times?: number;
  after?: number;
  /** Seconds, for mode `rate_limit` (and sent with mode `status` when given); 1 by default. */
  retryAfter?: number;
  /** For mode `rate_limit`: whether the limit claims to be global. */
  global?: boolean;
}

/** An active failure, with how often it has let requests pass and failed them. */
export interface Failure extends FailureInput {
  id: number;
  passed: number;
  struck: number;
}

/** Returns whether a failing request still has its effect. */
export function isCarriedOut({ mode, carriedOut = false }: Failure): boolean {
  return carriedOut || mode === "truncate" || mode === "lost" || mode === "delay";
}

/** The active failures; the first that matches a request decides. */
export class Failures {
  readonly #active: Failure[] = [];
  #nextId = 1;

  fail(input: FailureInput): Failure {
    const failure = { ...input, id: this.#nextId, passed: 0, struck: 0 };
    this.#nextId += 1;
    this.#active.push(failure);
    return failure;
  }

  /** Ends one failure, or all of them. */
  clear(id?: number): void {
    if (id === undefined) this.#active.length = 0;
    else this.#active.splice(0, this.#active.length, ...this.#active.filter((failure) => failure.id !== id));
  }

  list(): readonly Failure[] {
    return this.#active;
  }

  /** Returns the failure of this request, if any, and counts it. */
  strike(method: string, path: string): Failure | undefined {
    for (const failure of this.#active) {
      if (failure.method && failure.method.toUpperCase() !== method) continue;
      if (!matchesPath(path, failure.path) || failure.struck >= (failure.times ?? Infinity)) continue;
      if (failure.passed < (failure.after ?? 0)) {
        failure.passed += 1;
        continue;
      }
      failure.struck += 1;
      return failure;
    }
    return undefined;
  }
}
