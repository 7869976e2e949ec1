import { and, isNotNull, isNull, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { signInNameOf } from "./sign-in-name.ts";
import { skeletonOf } from "./skeleton.ts";
import { users } from "./users.table.ts";

/** Users that one day's upkeep looks at. */
const AT_ONCE = 1_000;

/** The statement that notes what names look like which were chosen before that was noted; none where there is none. */
export async function fillSkeletons({ db }: SystemContext): Promise<Statement[]> {
  const rows = await db
    .select({ id: users.id, username: users.username, signInName: users.signInName })
    .from(users)
    .where(and(isNotNull(users.signInName), isNull(users.nameSkeleton)))
    .limit(AT_ONCE);
  if (rows.length === 0) return [];
  const found = rows.map(({ id, username, signInName }) => {
    const name = signInNameOf(username) === signInName ? username : (signInName ?? "");
    return { id, signInName, skeleton: skeletonOf(name) };
  });
  return [
    db.run(sql`update ${users} set name_skeleton = found.value ->> 'skeleton'
      from json_each(${JSON.stringify(found)}) found
      where users.id = found.value ->> 'id' and users.sign_in_name = found.value ->> 'signInName'
        and users.name_skeleton is null`),
  ];
}
