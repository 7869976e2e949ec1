import { type Citizen, type Citizens, ControlError } from "./citizens.ts";
import { FAULTS, type Fault, type FaultMode } from "./faults.ts";

/** The operations of tests on the emulator, in process or over HTTP. */
export interface Calls {
  citizens: Citizens;
  /** Requested paths, without control calls. */
  requests: string[];
  /** Makes profiles fail; the newest matching fault decides. */
  fail(fault: Fault): void;
  /** Ends all faults except those of the seeded handles. */
  heal(): void;
  /** Puts a text everywhere around the profiles, like the contributions of others. */
  say(text: string): void;
  reset(): void;
}

type Json = Record<string, unknown>;

function text(input: Json, name: string): string {
  const value = input[name];
  if (typeof value !== "string") throw new ControlError(`${name} must be text`);
  return value;
}

function fault(input: Json): Fault {
  const mode = text(input, "mode") as FaultMode;
  if (!FAULTS.includes(mode)) throw new ControlError(`mode must be one of ${FAULTS.join(", ")}`);
  const { times, to } = input;
  return {
    handle: text(input, "handle"),
    mode,
    ...(typeof to === "string" ? { to } : {}),
    ...(typeof times === "number" ? { times } : {}),
  };
}

const posts: Record<string, (calls: Calls, input: Json) => unknown> = {
  citizen: ({ citizens }, { handle, ...change }) =>
    citizens.put(text({ handle }, "handle"), change as Partial<Citizen>),
  rename: ({ citizens }, input) => citizens.rename(text(input, "handle"), text(input, "to")),
  remove: ({ citizens }, input) => citizens.remove(text(input, "handle")),
  fail: (calls, input) => calls.fail(fault(input)),
  heal: (calls) => calls.heal(),
  say: (calls, input) => calls.say(text(input, "text")),
  reset: (calls) => calls.reset(),
};

const reads: Record<string, (calls: Calls) => unknown> = {
  citizens: ({ citizens }) => citizens.list(),
  requests: ({ requests }) => requests,
};

/**
 * Answers a control call.
 * @throws ControlError for an invalid call
 */
export function control(calls: Calls, method: string, name: string, body: string) {
  const call = method === "POST" ? posts[name] : reads[name];
  if (!call) return { status: 404, answer: { error: `there is no control call ${method} ${name}` } };
  let input: unknown;
  try {
    input = body ? JSON.parse(body) : {};
  } catch {
    throw new ControlError("the body is not JSON");
  }
  if (typeof input !== "object" || input === null) throw new ControlError("the body must be a JSON object");
  return { status: 200, answer: call(calls, input as Json) ?? {} };
}
