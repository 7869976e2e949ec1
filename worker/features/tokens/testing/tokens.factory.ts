import { SYSTEM_PERMISSIONS } from "../../../lib/permissions.schema.ts";
import { at, insert } from "../../../testing/database.ts";
import { type Caller, hoursFromNow } from "../../../testing/world.ts";
import { hashToken } from "../../sessions/index.ts";
import { makeToken } from "../token.ts";

type Owner = Pick<Caller, "userId">;

/** A token of a user with every permission, and so those of their role, or with other values; and its id. */
export async function addToken({ userId }: Owner, values: Record<string, unknown> = {}) {
  const token = makeToken();
  const id = await insert("tokens", {
    ...{ user_id: userId, name: "Fleet sheet", token_hash: hashToken(token), ending: token.slice(-4) },
    ...{
      permissions: JSON.stringify(SYSTEM_PERMISSIONS),
      created_at: at(),
      expires_at: hoursFromNow(24 * 90),
    },
    ...{ is_told: 0, ...values },
  });
  return { id, token };
}

/** The headers of a program with a token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
