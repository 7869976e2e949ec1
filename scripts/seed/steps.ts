import type { DemoUsername } from "./people.ts";

export type DemoStatus =
  | "intro"
  | "intro_completed"
  | "assigned_onboarding"
  | "onboarding"
  | "active"
  | "inactive";

/** One step `ago` hours before the seeding; a deadline is `due` hours after it, negative before. */
export type Step = { ago: number; by: DemoUsername } & (
  | { kind: "created" }
  | {
      kind: "move";
      to: DemoStatus;
      assignee?: DemoUsername;
      due?: number;
      note?: string;
      outcome?: "withdrawn" | "declined";
    }
  | { kind: "assign"; to: DemoUsername; due?: number }
  | { kind: "due"; due: number; note?: string }
  | { kind: "notes"; text: string }
  | { kind: "comment"; text: string }
  | { kind: "time"; minutes: number; text: string }
);

export type DemoProspect = {
  displayName: string;
  username: string;
  email?: string;
  citizen?: string;
  source: string;
  steps: Step[];
};

export const days = (count: number) => count * 24;

export const created = (ago: number, by: DemoUsername): Step => ({ kind: "created", ago, by });
export const assign = (ago: number, by: DemoUsername, to: DemoUsername, due?: number): Step => ({
  kind: "assign",
  ago,
  by,
  to,
  ...(due === undefined ? {} : { due }),
});
export const notes = (ago: number, by: DemoUsername, text: string): Step => ({
  kind: "notes",
  ago,
  by,
  text,
});
export const comment = (ago: number, by: DemoUsername, text: string): Step => ({
  kind: "comment",
  ago,
  by,
  text,
});
export const time = (ago: number, by: DemoUsername, minutes: number, text: string): Step => ({
  kind: "time",
  ago,
  by,
  minutes,
  text,
});
export const due = (ago: number, by: DemoUsername, at: number, note?: string): Step => ({
  kind: "due",
  ago,
  by,
  due: at,
  ...(note ? { note } : {}),
});
type MoveDetails = Pick<Extract<Step, { kind: "move" }>, "assignee" | "due" | "note" | "outcome">;
export const move = (ago: number, by: DemoUsername, to: DemoStatus, details: MoveDetails = {}): Step => ({
  kind: "move",
  ago,
  by,
  to,
  ...details,
});
