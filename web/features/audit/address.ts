import { AUDIT_SEARCH_LENGTH, BY_NOBODY } from "../../../worker/features/activity/activity.schema.ts";
import { type AddressOf, id, idOr, text } from "../../lib/address.ts";
import type { ListQuery } from "../../lib/list.ts";

/** A day of the reader's calendar, as `2026-11-22`; null for none. */
const day = {
  read: (value: string | null) =>
    value && /^20\d{2}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(startOf(value)) ? value : null,
  write: (value: string | null) => value || null,
};

/** Everything that the page's address says. */
export const auditShape = {
  q: text(AUDIT_SEARCH_LENGTH),
  /** Who did it: a user, or no user. */
  by: idOr([BY_NOBODY]),
  action: text(64),
  /** The mark of the one session that it happened in. */
  session: id,
  /** The first day, and the last. */
  from: day,
  to: day,
};
export type AuditAddress = AddressOf<typeof auditShape>;

/** What clears search and filters. */
export const NO_FILTERS = { q: "", by: null, action: "", session: null, from: null, to: null } as const;

/** Number of filters that narrow the log, the search not counted. */
export const countFilters = ({ by, action, session, from, to }: AuditAddress): number =>
  [by, action, session, from, to].filter(Boolean).length;

/** Milliseconds of a day's beginning where the reader is, or of one some days later. */
function startOf(value: string, later = 0): number {
  const date = new Date(`${value}T00:00`);
  return date.setDate(date.getDate() + later);
}

/** What the log is asked for with. */
export const queryOf = ({ q, by, action, session, from, to }: AuditAddress): ListQuery => ({
  q,
  by,
  action,
  session,
  from: from && new Date(startOf(from)).toISOString(),
  to: to && new Date(startOf(to, 1)).toISOString(),
});
