import type { ProspectStatus, Stage } from "../../../worker/features/prospects/prospects.schema.ts";
import type { Tone } from "../../lib/format.ts";

/** The stage that shows each status. */
export const STAGE_OF = {
  intro: "intro",
  intro_completed: "intro",
  assigned_onboarding: "onboarding",
  onboarding: "onboarding",
  active: "active",
  inactive: "inactive",
} as const satisfies Record<ProspectStatus, Stage>;

/** The stages in the order of the pipeline. */
export const STAGE_ORDER = ["intro", "onboarding", "active", "inactive"] as const satisfies readonly Stage[];

/** Colour group of each status. */
export const STATUS_TONE = {
  intro: "new",
  intro_completed: "wait",
  assigned_onboarding: "wait",
  onboarding: "new",
  active: "go",
  inactive: "idle",
} as const satisfies Record<ProspectStatus, Tone>;

/** Colour group of each stage. */
export const STAGE_TONE = {
  intro: "new",
  onboarding: "wait",
  active: "go",
  inactive: "idle",
} as const satisfies Record<Stage, Tone>;

/** Whether a text is one of the six statuses. */
export function isStatus(value: string | null | undefined): value is ProspectStatus {
  return value !== null && value !== undefined && Object.hasOwn(STAGE_OF, value);
}
