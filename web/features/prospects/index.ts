/** What other areas may use of the pipeline. */
export { AssignDialog } from "./edit-dialogs.tsx";
export { ProspectDialog } from "./prospect-dialog.tsx";
export { assignablePath, prospects, teamPath, useAssignable, useAssignees } from "./prospects.api.ts";
export { isStatus, STATUS_TONE } from "./stages.ts";
