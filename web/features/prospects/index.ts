/** What other areas may use of the pipeline. */
export { AssignDialog, ProspectDialog } from "./dialogs.tsx";
export { assignablePath, prospects, teamPath, useAssignable, useAssignees } from "./prospects.api.ts";
export { STATUS_TONE } from "./stages.ts";
