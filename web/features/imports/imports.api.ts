import type {
  ExportFormat,
  ImportInput,
  ImportResult,
  ImportReview,
} from "../../../worker/features/imports/imports.schema.ts";
import { request } from "../../lib/api.ts";
import { topicsChanged } from "../../lib/live.ts";
import { saveFile } from "../../lib/save-file.ts";

const pathOf = (userId: number, rest: string) => `/api/uex/user/${userId}/ships/${rest}`;

/** Reads a file on the server without storing it. @throws ApiError */
export const previewFile = (userId: number, content: string) =>
  request<ImportReview>(pathOf(userId, "import/preview"), { method: "POST", body: { content } });

/** Imports ships into the user's hangar. @throws ApiError */
export async function sendImport(userId: number, input: ImportInput): Promise<ImportResult> {
  const result = await request<ImportResult>(pathOf(userId, "import"), { method: "POST", body: input });
  topicsChanged(["hangars", "activity"]);
  return result;
}

/** Saves the user's hangar as a file. @throws ApiError */
export const saveExport = (userId: number, format: ExportFormat): Promise<void> =>
  saveFile(pathOf(userId, `export?format=${format}`), format);
