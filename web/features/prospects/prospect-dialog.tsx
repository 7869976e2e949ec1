import { lazyDialog } from "./dialogs.tsx";

/** Everything about one prospect, over the page; its key is the prospect's id. */
export const ProspectDialog = lazyDialog(
  async () => (await import("./record/prospect-dialog-view.tsx")).ProspectDialog,
);
