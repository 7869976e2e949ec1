import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { backedUp, OURS, SECRET, type Tables } from "../../lib/table-rules.ts";
import { fillSkeletons } from "./users.ts";

export { signInNameOf } from "./sign-in-name.ts";
export { skeletonOf } from "./skeleton.ts";
export { users } from "./users.table.ts";
export {
  changeUserLanguage,
  deleteUser,
  deleteUsersWithoutMember,
  forgetDevices,
  hasPasswordHash,
  insertUser,
  isSignInNameFree,
  isSignInNameUnlike,
  markNoticesRead,
  noteSignIn,
  setDiscordId,
  setPassword,
  setSignIn,
  signInColumns,
  upsertGuildUsers,
  userIdByName,
  voidPassword,
} from "./users.ts";

const userTables: Tables = {
  users: {
    backup: backedUp("users"),
    guarded: {
      because: "a sign-in",
      rows: "deleted",
      columns: ["password_hash", "sign_in_name", "discord_id"],
    },
    personal: {
      isOf: ({ userId }) => sql`id = ${userId}`,
      columns: [
        ...["id", "username", "display_name", "sign_in_name", "email", "discord_id", "avatar", "language"],
        ...["signed_in_at", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        is_member: "Says whether there is a membership, which is listed by itself.",
        password_hash: SECRET,
        name_skeleton: "Made of the name to sign in with.",
        devices_since: "Says which devices are recognized.",
        notices_read_to: "Says which notices are new to you.",
      },
    },
  },
};

const NAMES = ["display_name", "username", "avatar", "email"];

export const usersFeature = {
  tables: userTables,
  daily: fillSkeletons,
  // Lists of members show users' names, too. A deleted user's sessions are deleted with them.
  topics: {
    members: [
      {
        table: "users",
        on: ["update"],
        columns: NAMES,
        // A first sign-in changes the member as well, which raises the topic already.
        when: `old.signed_in_at IS new.signed_in_at AND (${NAMES.map((name) => `old.${name} IS NOT new.${name}`).join(" OR ")})`,
      },
    ],
    sessions: [{ table: "users", on: ["delete"] }],
  },
} satisfies Feature;
