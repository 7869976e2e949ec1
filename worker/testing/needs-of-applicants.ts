import type { admissionMessages, admissions } from "../features/joining/joining.table.ts";
import type { prospects } from "../features/prospects/prospects.table.ts";

type Stored = {
  prospects: readonly (typeof prospects.$inferSelect)[];
  admissions: readonly (typeof admissions.$inferSelect)[];
  admissionMessages: readonly (typeof admissionMessages.$inferSelect)[];
};
type Reader = { may: ReadonlySet<string>; memberId: number; mine: readonly { id: number }[] };

/** The prospects whose applications ask something of a reader, by the kind of need. @param mine those that they are assigned to and see */
export function applicantsAsRead(all: Stored, { may, memberId, mine }: Reader): Record<string, number[]> {
  const sent = all.admissions.filter(({ status }) => status === "sent");
  const ofSent = (list: readonly { id: number }[], isAsked: (each: (typeof sent)[number]) => boolean) =>
    list.flatMap(({ id }) => (sent.some((each) => each.prospectId === id && isAsked(each)) ? id : []));
  const isThere = ({ status }: { status: string }) => status !== "removed";
  const nobodys = all.prospects.filter(
    (each) =>
      each.assignedTo === null &&
      isThere(each) &&
      (may.has("prospects.read_all") || each.addedBy === memberId),
  );
  const lastOf = (id: number) => all.admissionMessages.filter(({ admissionId }) => admissionId === id).at(-1);
  if (!may.has("prospects.read") || !may.has("prospects.write")) return {};
  return {
    "application.waiting": may.has("prospects.assign")
      ? []
      : ofSent(nobodys, ({ answeredAt }) => answeredAt === null),
    "application.unanswered": ofSent(
      mine,
      ({ id, answeredAt }) => lastOf(id)?.isTheirs ?? answeredAt === null,
    ),
  };
}
