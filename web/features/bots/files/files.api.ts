import useSWR, { mutate } from "swr";
import type {
  BotFile,
  BotFileVersion,
  DiskDifference,
  SyncFilesAnswer,
} from "../../../../worker/features/bots/bots.schema.ts";
import { ApiError, request } from "../../../lib/api.ts";
import { usePolling } from "../../../lib/live.ts";

const filesKey = (botId: number) => `/api/discord-bots/${botId}/files`;
const historyKey = (fileId: number) => `/api/bot-files/${fileId}/history`;

/** A bot's files, kept fresh. */
export function useFiles(botId: number) {
  return useSWR<BotFile[]>(filesKey(botId), usePolling(["bots"], 30_000));
}

/** The saved versions of a file, newest first. */
export function useFileHistory(fileId: number) {
  return useSWR<BotFileVersion[]>(historyKey(fileId), usePolling(["bots"], 30_000));
}

/** One saved version with its text, which never changes. */
export function useFileVersion(fileId: number, version: number) {
  return useSWR<BotFileVersion & { content: string }>(`${historyKey(fileId)}/${version}`);
}

/** What differs between the record and the gateway's disk, asked anew each time. */
export function useDiskFiles(botId: number) {
  return useSWR<DiskDifference[]>(`/api/discord-bots/${botId}/disk-files`, {
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
}

async function show(file: BotFile): Promise<BotFile> {
  await mutate<BotFile[]>(
    filesKey(file.botId),
    (files = []) =>
      files.some(({ id }) => id === file.id)
        ? files.map((each) => (each.id === file.id ? file : each))
        : [...files, file],
    { revalidate: false },
  );
  void mutate(historyKey(file.id));
  return file;
}

/** Adds a file. @throws ApiError */
export async function createFile(input: {
  botId: number;
  fileName: string;
  content?: string;
}): Promise<BotFile> {
  return show(await request<BotFile>("/api/bot-files", { method: "POST", body: input }));
}

/** Saves a file's text or name. @throws ApiError stale_version with the file as `current` */
export async function saveFile(
  id: number,
  input: { content?: string; fileName?: string; version: number },
): Promise<BotFile> {
  return show(await request<BotFile>(`/api/bot-files/${id}`, { method: "PATCH", body: input }));
}

/** Makes a file the one that is started, in the place of the one that was. @throws ApiError stale_version */
export async function makeMainFile(file: BotFile): Promise<void> {
  const body = { isMainFile: true, version: file.version };
  await show(await request<BotFile>(`/api/bot-files/${file.id}`, { method: "PATCH", body }));
  await mutate(filesKey(file.botId));
}

/** Deletes a file with its history. @throws ApiError */
export async function deleteFile(file: BotFile): Promise<void> {
  await request(`/api/bot-files/${file.id}`, { method: "DELETE" });
  await mutate<BotFile[]>(filesKey(file.botId), (files) => files?.filter(({ id }) => id !== file.id));
}

/** Makes an older version the newest again. @throws ApiError stale_version with the file as `current` */
export async function revertFile(file: BotFile, toVersion: number): Promise<BotFile> {
  const body = { toVersion, version: file.version };
  return show(await request<BotFile>(`/api/bot-files/${file.id}/revert`, { method: "POST", body }));
}

/** Brings what is on the gateway's disk into the record. @throws ApiError */
export async function syncFiles(botId: number): Promise<SyncFilesAnswer> {
  const answer = await request<SyncFilesAnswer>(`/api/discord-bots/${botId}/sync-files`, { method: "POST" });
  await mutate<BotFile[]>(filesKey(botId), answer.files, { revalidate: false });
  void mutate((key) => typeof key === "string" && key.startsWith("/api/bot-files/"));
  void mutate(`/api/discord-bots/${botId}/disk-files`, undefined, { revalidate: false });
  return answer;
}

/** The file as it is now, when a save was refused because somebody else saved first. */
export function staleFile(error: unknown): BotFile | null {
  const isStale = error instanceof ApiError && error.code === "stale_version";
  const current = isStale ? (error.current as Partial<BotFile> | null) : null;
  return typeof current?.content === "string" && typeof current.version === "number"
    ? (current as BotFile)
    : null;
}

/** Shows what the server said a file now is. */
export function primeFile(file: BotFile): Promise<BotFile> {
  return show(file);
}
