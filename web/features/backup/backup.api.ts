import type { LastBackup } from "../../../worker/features/backup/backup.schema.ts";
import { ApiError, errorText, requestFile } from "../../lib/api.ts";
import { download, fileNameOf } from "../../lib/download.ts";
import { translate } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { createStore } from "../../lib/store.ts";
import { toast } from "../../lib/toast.ts";
import { fileSize } from "./file-size.ts";
import { BackupError, type Progress, readBackup } from "./read-backup.ts";

/** The newest complete backup, null without one. */
export const useLastBackup = () =>
  useOfOrganization<LastBackup | null>((organizationId) => `/api/backups/${organizationId}`, ["backups"]);

/** The backup that is being created, null for none; it goes on when another tab or page is opened. */
export const progressStore = createStore<Progress | null>(null);

/** Creates a backup, saves it under its name when its checksums hold, and tells in a toast how it ended. */
export async function createBackup(): Promise<void> {
  if (progressStore.get()) return;
  progressStore.set({ done: 0, total: 0, section: null });
  try {
    const response = await requestFile("/api/backup/export");
    if (!response.body) throw new BackupError("cut");
    const { file, manifest } = await readBackup(response.body, progressStore.set);
    const name = fileNameOf(response) ?? "crm-backup.json";
    download(name, file);
    const values = { name, size: fileSize(file.size), changes: manifest.changesMeanwhile };
    toast({ title: translate("backup.created"), description: translate("backup.created_text", values) });
  } catch (error) {
    toast({ title: translate("backup.failed"), description: reasonOf(error), variant: "destructive" });
  } finally {
    progressStore.set(null);
    topicsChanged(["backups", "activity"]);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return translate(`backup.${error.reason}`);
  if (!(error instanceof ApiError) || error.status === 0) return errorText(error);
  return `HTTP ${error.status} ${error.statusText || error.detail}`;
}
