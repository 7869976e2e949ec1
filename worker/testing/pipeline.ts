import type { ProspectHistoryEntry, ProspectStatus } from "../features/prospects/prospects.schema.ts";
import { raw, rows } from "./world.ts";

export type StoredProspect = {
  id: number;
  status: ProspectStatus;
  assigned_to: number | null;
  deadline: string | null;
  notes: string | null;
  user_id: number | null;
  version: number;
};

export async function stored(id: number): Promise<StoredProspect> {
  const [row] = await rows<StoredProspect>("select * from prospects where id = ?", id);
  if (!row) throw new Error(`no prospect ${id}`);
  return row;
}

type StoredEntry = Omit<ProspectHistoryEntry, "createdAt" | "performedBy" | "changes"> & {
  performedBy: string;
  performedById: number;
  changes: string | null;
  minutes: number | null;
};

/** Returns a prospect's stored history, oldest first. */
export const historyOf = (id: number): Promise<StoredEntry[]> =>
  rows<StoredEntry>(
    `select id, action, performed_by as performedBy, performed_by_id as performedById,
       previous_value as previousValue, new_value as newValue, notes, changes, minutes
     from prospect_history where prospect_id = ? order by id`,
    id,
  );

/** Returns audit entries about a prospect (or, for `member.joined`, about its member), oldest first. */
export const auditOf = (id: number) =>
  rows<{ action: string; actor_user_id: number; details: string | null }>(
    "select action, actor_user_id, details from audit_log where entity_id = ? order by id",
    id,
  );

/**
 * Returns everything that an edit of prospects can write, as one text; equal before and after means nothing was
 * written.
 */
export async function everything(): Promise<string> {
  const tables = [
    "prospects",
    "prospect_history",
    "audit_log",
    "members",
    "users",
    "bulk_changes",
    "sessions",
  ];
  const all = await raw.DB.batch(tables.map((table) => raw.DB.prepare(`select * from ${table}`)));
  return JSON.stringify(all.map(({ results }) => results));
}

export async function sizes(...tables: string[]): Promise<number[]> {
  const all = await raw.DB.batch<{ count: number }>(
    tables.map((table) => raw.DB.prepare(`select count(*) as count from ${table}`)),
  );
  return all.map(({ results }) => results[0]?.count ?? -1);
}

export async function membershipOf(userId: number | null) {
  const [row] = await rows<{ id: number; role: string; status: string }>(
    "select members.id, roles.key as role, members.status from members join roles on roles.id = role_id where user_id = ?",
    userId,
  );
  return row;
}

/** Returns the address of the next page from the Link header, or null. */
export const nextOf = (headers: Headers): string | null =>
  /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? null;
