import { readWhole, requestFile } from "./api.ts";
import { download, fileNameOf } from "./download.ts";

/**
 * Saves a file that the API answers under the name that it gives. A plain link could not ask for a recent proof of who the
 * user is.
 * @throws ApiError
 */
export async function saveFile(path: string, otherwise: string): Promise<void> {
  const response = await requestFile(path);
  download(fileNameOf(response) ?? otherwise, await readWhole(() => response.blob()));
}
