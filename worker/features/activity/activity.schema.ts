import type { ActorKind } from "../../lib/actor.schema.ts";

/** One line of the organization's recent activity, newest first. */
export type Activity = {
  id: number;
  /** What happened, such as `prospect.status`; a member of the audit actions. */
  type: string;
  /** The same as a plain sentence in the reader's language. */
  description: string;
  createdAt: string;
  actor: { name: string; kind: ActorKind };
  /** The record it happened to; `prospectId` where a reader can open it. */
  subject: { name: string | null; prospectId: number | null };
  from: string | null;
  to: string | null;
};
