/**
 * How the next answers fail: `status` an error answer, `rate_limit` a 429, `garbage` a 200 with a web page,
 * `truncate` a body cut half-way, `empty` a 200 without body, `hang` no answer until the client gives up, `reset` a
 * cut connection, `null_data` an envelope without a list, `not_ok` an envelope with an error, `body` the given body.
 */
export const FAULT_MODES = [
  "status",
  "rate_limit",
  "garbage",
  "truncate",
  "empty",
  "hang",
  "reset",
  "null_data",
  "not_ok",
  "body",
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

export interface FaultInput {
  mode: FaultMode;
  /** The beginning of the paths that fail; by default those of the API. */
  path?: string;
  /** For mode `status`; 500 by default. */
  status?: number;
  body?: unknown;
  /** Seconds, for `rate_limit`; 60 by default. */
  retryAfter?: number;
  /** How many requests fail; by default all until cleared. */
  times?: number;
}

/** The active faults; the first that matches a request decides. */
export class Faults {
  #active: (FaultInput & { struck: number })[] = [];

  add(input: FaultInput): void {
    this.#active.push({ ...input, struck: 0 });
  }

  clear(): void {
    this.#active = [];
  }

  /** Returns the fault of a request, if any, and counts it. */
  strike(path: string): FaultInput | undefined {
    const fault = this.#active.find(
      (each) => path.startsWith(each.path ?? "/2.0/") && each.struck < (each.times ?? Infinity),
    );
    if (fault) fault.struck += 1;
    return fault;
  }
}
