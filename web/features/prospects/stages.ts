import {
  PROSPECT_STATUSES,
  type ProspectStatus,
  type Stage,
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

/** Colour group of each stage. */
export const STAGE_TONE = {
  intro: "new",
  onboarding: "wait",
  active: "go",
  inactive: "idle",
} as const satisfies Record<Stage, Tone>;

/** Whether a text is one of the six statuses. */
export const isStatus = (value: string): value is ProspectStatus =>
  PROSPECT_STATUSES.some((status) => status === value);
