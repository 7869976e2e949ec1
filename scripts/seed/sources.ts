import type { Row } from "../lib/database.ts";

const DAY = 86_400_000;

/** What the demo's prospects say of where they heard of it, and the source whose link they then came by. */
const SOURCES = [
  { of: "friend", kind: "member", member: "Jonas Kjær", days: 120 },
  { of: "YouTube", kind: "member", member: "Ida Storm", days: 90 },
  { of: "Spectrum", kind: "advertisement", name: "“Medics wanted” on Spectrum", days: 60 },
  { of: "Reddit", kind: "advertisement", name: "Reddit, looking for group", days: 110, ended: 4 },
  { of: "CitizenCon", kind: "recruiter", member: "Mikkel Toft", note: "writes to people himself", days: 80 },
] as const;

/** The rows of links by which people came; their prospects get the source, as those who apply by it do. */
export function sourceRows(
  organizationId: number,
  now: Date,
  replayed: readonly { prospect: Row }[],
  userIds: ReadonlyMap<string, number>,
): Row[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  return SOURCES.map((source, at): Row => {
    const name = "name" in source ? source.name : null;
    const member = "member" in source ? source.member : null;
    const ended = "ended" in source ? ago(source.ended) : null;
    for (const { prospect } of replayed)
      if (prospect["referral_source"] === source.of) {
        prospect["source_id"] = at + 1;
        prospect["referral_source"] = name ?? member;
      }
    return {
      ...{ id: at + 1, organization_id: organizationId, kind: source.kind, name },
      user_id: member === null ? null : (userIds.get(member) ?? null),
      ...{ code: ended ? null : `demo-${source.of.toLowerCase()}`, ended_at: ended },
      ...{ note: "note" in source ? source.note : null, created_at: ago(source.days), updated_at: ago(1) },
    };
  });
}
