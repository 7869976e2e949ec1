import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { membersTexts, usersTexts } from "./texts.ts";

export { useActiveMembers } from "./active-members.ts";
export { MemberPicker } from "./member-picker.tsx";
export { useRoles } from "./members.api.ts";

export const AddUserDialog = lazyDialog(() => import("./add-user-dialog.tsx"), [usersTexts, membersTexts]);
