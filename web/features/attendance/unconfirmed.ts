import type { Unconfirmed } from "../../../worker/features/attendance/attendance.schema.ts";
import { useOfOrganization } from "../../lib/organization.ts";

const NONE: readonly number[] = [];

/** The ids of past events whose attendance waits for the reader. */
export const useUnconfirmed = (): readonly number[] =>
  useOfOrganization<Unconfirmed>((id) => `/api/events/${id}/unconfirmed`, ["events"]).data?.ids ?? NONE;
