import type { Feature } from "../../lib/feature.ts";
import { userTables } from "./users.data.ts";
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
