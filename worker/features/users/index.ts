import type { Feature } from "../../lib/feature.ts";

export { type Notice, notifyByMail } from "./notify.ts";
export { signInNameOf } from "./sign-in-name.ts";
export { users } from "./users.table.ts";
export { deleteUsersWithoutMember, insertUser, updateUser, upsertGuildUsers, userIdByName } from "./users.ts";

const NAMES = ["display_name", "username", "avatar", "email"];

export const usersFeature = {
  // Lists of members show users' names as well. Sessions go with a user that is deleted.
  topics: {
    members: [
      {
        table: "users",
        on: ["update"],
        of: NAMES,
        when: NAMES.map((name) => `old.${name} IS NOT new.${name}`).join(" OR "),
      },
    ],
    sessions: [{ table: "users", on: ["delete"] }],
  },
} satisfies Feature;
