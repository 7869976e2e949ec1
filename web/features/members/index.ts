import { part } from "../../ui/part.tsx";

/** The administration's tab of users. */
export const usersTab = part(() => import("./users-tab.tsx"), ["users", "members"]);

/** The form for a new user. */
export const addUser = part(() => import("./add-user-dialog.tsx"), ["users", "members"]);
