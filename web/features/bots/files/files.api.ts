import useSWR, { mutate } from "swr";
import type {
  BotFile,
  BotFileVersion,
  DiskDifference,
  SyncFilesAnswer,
} from "../../../../worker/features/bots/bots.schema.ts";
import { request } from "../../../lib/api.ts";
import { usePagedList } from "../../../lib/list.ts";
import { resource } from "../../../lib/resource.ts";

/** The files of bots; a list is that of one bot. */
export const files = resource<BotFile>({
  path: "/api/bot-files",
  listPath: (botId) => `/api/discord-bots/${botId}/files`,
  topics: ["bots"],
});

const historyPath = (fileId: number) => `/api/bot-files/${fileId}/history`;

/** The saved versions of a file, newest first. */
export const useFileHistory = (fileId: number) =>
  usePagedList<BotFileVersion>(historyPath(fileId), {}, ["bots"]);

/** One saved version with its text, which never changes. */
export const useFileVersion = (fileId: number, version: number) =>
  useSWR<BotFileVersion & { content: string }>(`${historyPath(fileId)}/${version}`);

/** The differences between the record and the gateway's disk, fetched each time. */
export const useDiskFiles = (botId: number) =>
  useSWR<DiskDifference[]>(`/api/discord-bots/${botId}/disk-files`, {
    revalidateIfStale: true,
    dedupingInterval: 0,
  });

type NewFile = { botId: number; fileName: string; content?: string };

/** Adds a file; resolves when the bot's list has it, since it is opened next. @throws ApiError */
export async function createFile(input: NewFile, key?: string): Promise<BotFile> {
  const file = await files.create(input, { key });
  await mutate(files.pathOf(file.botId));
  return file;
}

/** Copies the files of the gateway's disk into the record. @throws ApiError */
export async function syncFiles(botId: number): Promise<SyncFilesAnswer> {
  const answer = await request<SyncFilesAnswer>(`/api/discord-bots/${botId}/sync-files`, { method: "POST" });
  files.refresh();
  return answer;
}
