import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { part } from "../../ui/part.tsx";
import { membersTexts, usersTexts } from "./texts.ts";

/** The administration's tab of users. */
export const usersTab = part(() => import("./users-tab.tsx"), [usersTexts, membersTexts]);

export const AddUserDialog = lazyDialog(() => import("./add-user-dialog.tsx"), [usersTexts, membersTexts]);
