import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { cookie } from "../../lib/http/cookie.ts";
import { members } from "../members/index.ts";
import { users } from "../users/index.ts";
import { JOIN_CODE } from "./referrals.schema.ts";
import { sources } from "./referrals.table.ts";

/** Keeps the code of the link that a visitor followed until they register or apply. */
export const byCookie = cookie("by", { seconds: 30 * 86_400, shape: JOIN_CODE });

/** A code of CODE_LENGTH characters, which says nothing of whose it is. */
export const newCode = (): string => randomBytes(6).toString("base64url");

/** SQL: the id of the source whose link ends with a code, and the name of its member, advertisement or recruiter; null for none. */
export function sourceOf(organizationId: number, code: string): { id: SQL; name: SQL } {
  const found = sql`from ${sources} s left join ${users} u on u.id = s.user_id
    where s.code = ${code} and s.organization_id = ${organizationId} and (s.kind <> 'member'
      or exists (select 1 from ${members} where user_id = s.user_id and status = 'active'))`;
  return { id: sql`(select s.id ${found})`, name: sql`(select coalesce(u.display_name, s.name) ${found})` };
}
