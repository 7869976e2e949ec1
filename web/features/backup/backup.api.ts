import type { BackupState } from "../../../worker/features/backup/backup.schema.ts";
import { act } from "../../lib/action.ts";
import { ApiError, errorText, requestFile } from "../../lib/api.ts";
import { download, fileNameOf } from "../../lib/download.ts";
import { tellFailure } from "../../lib/failure.ts";
import { formatNumber } from "../../lib/format.ts";
import { currentLanguage, translate } from "../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { createStore } from "../../lib/store.ts";
import type { Message } from "../../lib/toast.ts";
import { BackupError, type Progress, readBackup } from "./read-backup.ts";

/** The newest complete backup, and what the schedule does. */
export const useBackupState = () =>
  useOfOrganization<BackupState>((organizationId) => `/api/backups/${organizationId}`, ["backups"]);

/** The progress of the running backup, null without one; it goes on when another page is opened. */
export const progressStore = createStore<Progress | null>(null);

/** Creates a backup, saves the file when its checksums are right, and shows the result in a toast. */
export async function createBackup(): Promise<void> {
  if (progressStore.get()) return;
  progressStore.set({ done: 0, total: 0, section: null });
  await act(saveBackup, {
    done: (message) => message,
    failed: (error) => tellFailure(error, { title: translate("backup.failed"), text: () => reasonOf(error) }),
  });
  progressStore.set(null);
  topicsChanged(["backups", "activity"]);
}

/** Resolves to the toast of a saved backup. @throws ApiError @throws BackupError */
async function saveBackup(): Promise<Message> {
  const response = await requestFile("/api/backup/export");
  if (!response.body) throw new BackupError("cut");
  const { file, manifest } = await readBackup(response.body, progressStore.set);
  const name = fileNameOf(response) ?? "crm-backup.json";
  download(name, file);
  const values = { name, size: fileSize(file.size), changes: manifest.changesMeanwhile };
  return { title: translate("backup.created"), description: translate("backup.created_text", values) };
}

function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return translate(`backup.${error.reason}`);
  if (!(error instanceof ApiError) || error.status === 0) return errorText(error);
  return `HTTP ${error.status} ${error.statusText || error.detail}`;
}

const UNITS = ["B", "kB", "MB", "GB"] as const;

/** A size in its largest unit, to a tenth: 38.4 MB. */
export function fileSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const tenths = Math.round((bytes / 1000 ** unit) * 10) / 10;
  return `${formatNumber(tenths, currentLanguage())} ${UNITS[unit]}`;
}
