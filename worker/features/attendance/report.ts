import { and, eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { assertOwnerMay, events, touchEvent, visibleTo } from "../events/index.ts";
import { attendanceAbilities, isToldOf } from "./attendance.policy.ts";
import { type Report, type ReportInput, report } from "./attendance.schema.ts";
import { eventReports } from "./attendance.table.ts";
import { attendanceAudit } from "./attendance.texts.ts";
import { entryOf } from "./confirm.ts";

/** Reports of events that the actor looks after or attended; version 0 before one is written. */
const reportRecord = record({
  table: eventReports,
  by: events.id,
  select: ({ db, actor }, which) =>
    db
      .select({
        ...{ id: events.id, title: events.title, status: events.status, audience: events.audience },
        ...{ startsAt: events.startsAt, endsAt: events.endsAt, closesMinutes: events.closesMinutes },
        ...{ organizerId: events.organizerId, createdBy: events.createdBy },
        text: sql<string>`coalesce(${eventReports.text}, '')`.as("report_text"),
        wentWell: sql<string>`coalesce(${eventReports.wentWell}, '')`.as("report_went_well"),
        writtenBy: aliased(eventReports.writtenBy, "report_written_by"),
        updatedAt: aliased(eventReports.updatedAt, "report_updated_at"),
        version: sql<number>`coalesce(${eventReports.version}, 0)`.as("report_version"),
      })
      .from(events)
      .leftJoin(eventReports, eq(eventReports.id, events.id))
      .where(and(which, visibleTo(actor), sql`${events.status} = 'planned'`, isToldOf(actor))),
  identity: ({ id }, { actor }) => ({ id, organizationId: actor.organizationId }),
  answers: report,
  present: (row, context): Report => ({
    ...row,
    can: { write: attendanceAbilities(context as MemberContext, row).writeReport },
  }),
  nameOf: ({ title }) => title,
  audit: attendanceAudit,
});

/** @throws AppError not_found for a user who neither looks after the event nor attended it */
export const getReport = (context: MemberContext, { id }: ById): Promise<Report> =>
  reportRecord.get(context, id);

/**
 * Writes the report of an event.
 * @throws AppError not_found, stale_version with the current report, event_not_yours, event_not_begun
 */
export const writeReport = (
  context: MemberContext,
  { id, text, wentWell, version }: ById<ReportInput>,
): Promise<Report> =>
  reportRecord.upsert(context, id, version, (row) => {
    assertOwnerMay(context, row, "attendance");
    if (text === row.text && wentWell === row.wentWell) return null;
    return {
      set: { text, wentWell, writtenBy: context.actor.name },
      audit: [entryOf("event.report_written", row)],
      writeAfter: [touchEvent(context, id)],
    };
  });
