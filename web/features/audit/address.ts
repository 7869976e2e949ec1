import {
  AUDIT_AREAS,
  AUDIT_SEARCH_LENGTH,
  type AuditArea,
  BY_NOBODY,
} from "../../../worker/features/audit/audit.schema.ts";
import { flag, id, idOr, type Kind, oneOf, search, text } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

/** Milliseconds of the beginning of a day in the reader's zone, or of one some days later. */
function startOf(value: string, later = 0): number {
  const date = new Date(`${value}T00:00`);
  return date.setDate(date.getDate() + later);
}

/** A day of the reader's calendar, as `2026-11-22`; the API gets its beginning, or that of a later day. */
const day = (later: number): Kind<string | null> => ({
  read: (value) =>
    value && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(startOf(value)) ? value : null,
  write: (value) => value || null,
  ask: (value) => value && new Date(startOf(value, later)).toISOString(),
});

export const AREAS = Object.keys(AUDIT_AREAS) as AuditArea[];

/** The tab of what was refused; none for the log itself. */
export const tab = oneOf(["refused"]);

/** The filters of the log. */
export const auditFilters = filters({
  q: search(AUDIT_SEARCH_LENGTH),
  /** The user who acted, or no user. */
  by: idOr([BY_NOBODY]),
  area: oneOf(AREAS),
  action: text(64),
  /** Id of one of the area's records. */
  record: id,
  /** The mark of the session of the entries. */
  session: id,
  /** Whether the log has signing in and out. */
  signIns: { ...flag, counts: false as const, ask: (shown: boolean) => (shown ? null : "hidden") },
  /** The first and the last day. */
  from: day(0),
  to: day(1),
});

export const useAuditAddress = () => useFilters("/audit", auditFilters);
