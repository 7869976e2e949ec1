import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import type { Tone } from "../../lib/format.ts";

/** What an application waits for, or what became of it, as its applicant reads it. */
export type Stand =
  | "asked"
  | "nobody"
  | "read"
  | "talk"
  | "evening"
  | "accepted"
  | "declined"
  | "withdrawn"
  | "draft";

export const TONES = {
  asked: "wait",
  nobody: "idle",
  read: "idle",
  talk: "idle",
  evening: "idle",
  accepted: "go",
  declined: "stop",
  withdrawn: "idle",
  draft: "idle",
} as const satisfies Record<Stand, Tone>;

/** The state in a badge: where nothing is asked of the applicant, the officers are next. */
export const stateOf = (stand: Stand) =>
  stand === "nobody" || stand === "read" || stand === "talk" || stand === "evening" ? "open" : stand;

type Seen = Pick<OwnAdmission, "steps" | "messages" | "can"> & {
  admission: Pick<NonNullable<OwnAdmission["admission"]>, "status"> | null;
};

/** Where an application stands: an officer's message that waits for an answer comes first. */
export function standOf({ admission, steps, messages, can }: Seen): Stand {
  const { status } = admission ?? { status: "draft" as const };
  if (status !== "sent") return status;
  if (can.write && messages.at(-1)?.isTheirs === false) return "asked";
  const step = steps.find(({ state }) => state === "now")?.key;
  return step === undefined || step === "received" ? "nobody" : step;
}
