import { sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import { guard } from "../../lib/guard.ts";
import { editMember } from "../members/index.ts";
import { holdsFactor } from "./recovery-codes.ts";
import { factorErrors } from "./second-factor.errors.ts";
import { authenticators, passkeys, recoveryCodes } from "./second-factor.table.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";

/**
 * Removes the second factors of a member who lost them, who then signs in with the password alone. They are told, and
 * so are the other administrators.
 * @throws AppError second_factor_missing_of, as `editMember`
 */
export async function removeFactorsOfMember(context: UserContext, id: number): Promise<void> {
  const { db, actor } = context;
  await editMember(context, id, undefined, ({ userId, displayName: name }) => {
    const administrators = sql`select m.user_id as id from members m join roles r on r.id = m.role_id
      where r.organization_id = ${actor.organizationId} and r.key = 'administrator' and m.status = 'active'
        and m.user_id not in (${userId}, ${actor.userId})`;
    return {
      require: [guard(holdsFactor(userId), factorErrors.second_factor_missing_of({ name }))],
      audit: [],
      also: [
        factorAudit.write(context, { action: "member.second_factor_removed", entity: { id, name } }),
        ...[authenticators, passkeys, recoveryCodes].map((table) =>
          db.run(sql`delete from ${table} where user_id = ${userId}`),
        ),
        factorNotices.write(context, userId, "second_factor_reset", { by: actor.name }),
        factorNotices.write(context, administrators, "second_factor_reset_of", { by: actor.name, name }),
      ],
    };
  });
}
