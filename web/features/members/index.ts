import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export { useActiveMembers } from "./active-members.ts";
export { MemberPicker } from "./member-picker.tsx";
export { useRoles } from "./members.api.ts";

export const AddUserDialog = lazyDialog(
  () => import("./add-user-dialog.tsx"),
  (language) => [import(`./users.${language}.json`), import(`./members.${language}.json`)],
);
