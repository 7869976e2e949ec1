import type { Feature } from "../../lib/feature.ts";
import { fillSkeletons } from "./fill-skeletons.ts";

export { type Notice, notifyByMail } from "./notify.ts";
export { signInNameOf } from "./sign-in-name.ts";
export { skeletonOf } from "./skeleton.ts";
export { users } from "./users.table.ts";
export {
  changeUserLanguage,
  deleteUser,
  deleteUsersWithoutMember,
  forgetDevices,
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
  daily: fillSkeletons,
  // Lists of members show users' names as well. Sessions go with a user that is deleted.
  topics: {
    members: [
      {
        table: "users",
        on: ["update"],
        of: NAMES,
        // What a first sign-in changes comes with a change of the member.
        when: `old.signed_in_at IS new.signed_in_at AND (${NAMES.map((name) => `old.${name} IS NOT new.${name}`).join(" OR ")})`,
      },
    ],
    sessions: [{ table: "users", on: ["delete"] }],
  },
} satisfies Feature;
