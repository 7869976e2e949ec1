import type { ProspectStatus } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Tone } from "../../lib/format.ts";

export const STATUS_TONE = {
  intro: "new",
  intro_completed: "wait",
  assigned_onboarding: "wait",
  onboarding: "new",
  active: "go",
  inactive: "idle",
} as const satisfies Record<ProspectStatus, Tone>;

export const isStatus = (value: string): value is ProspectStatus => Object.hasOwn(STATUS_TONE, value);
