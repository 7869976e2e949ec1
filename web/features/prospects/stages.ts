import {
  PROSPECT_STATUSES,
  type ProspectStatus,
} from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Tone } from "../../lib/format.ts";

/** Colour group of each status. */
export const STATUS_TONE = {
  intro: "new",
  intro_completed: "wait",
  assigned_onboarding: "wait",
  onboarding: "new",
  active: "go",
  inactive: "idle",
} as const satisfies Record<ProspectStatus, Tone>;

/** Whether a text is one of the six statuses. */
export const isStatus = (value: string): value is ProspectStatus =>
  PROSPECT_STATUSES.some((status) => status === value);
