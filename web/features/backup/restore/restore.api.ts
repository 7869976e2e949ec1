import { mutate } from "swr";
import useSWRInfinite from "swr/infinite";
import type { StoredBackup } from "../../../../worker/features/backup/backup.schema.ts";
import type {
  Restore,
  RestoreRow,
  Restoring,
  RowChange,
} from "../../../../worker/features/backup/restore/restore.schema.ts";
import { act } from "../../../lib/action.ts";
import { ApiError, errorText, request, requestPage, withQuery } from "../../../lib/api.ts";
import { isPassing } from "../../../lib/figures.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { topicsChanged } from "../../../lib/live.ts";
import { useOfOrganization } from "../../../lib/organization.ts";
import { createStore } from "../../../lib/store.ts";
import { drive } from "./drive.ts";

const PATH = "/api/backup/restores";
const pathOf = (organizationId: number) => `/api/restores/${organizationId}`;
const isRestoring = (key: unknown) => typeof key === "string" && key.startsWith("/api/restores/");

/** The newest restore that was not put aside, and what is paused. */
export const useRestoring = () => useOfOrganization<Restoring>(pathOf, ["restores", "pauses"]);

/** The rows that differ, those to delete first; a rehearsal's rows never change. */
export function useRestoreRows(id: number, change: RowChange | null) {
  const first = withQuery(`${PATH}/${id}/rows`, { change });
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<
    { items: RestoreRow[]; next: string | null },
    unknown
  >(
    (page: number, before: { next: string | null } | null) => (page === 0 ? first : (before?.next ?? null)),
    requestPage<RestoreRow>,
    { revalidateFirstPage: false, revalidateIfStale: false },
  );
  return {
    list: data && { items: data.flatMap(({ items }) => items), more: data.at(-1)?.next !== null },
    error: data ? undefined : error,
    isLoadingMore: isValidating,
    loadMore: () => void setSize((pages) => pages + 1),
    retry: () => void mutate(),
  };
}

/** The source of a rehearsal: a file of this device, or a stored backup. */
export type Chosen = { name: string; bytes: number; send: () => Promise<unknown> };

/** The chosen backup: being rehearsed, refused for a reason, or rehearsed; it stays when another page is opened. */
export type Upload = { chosen: Chosen; isSending: boolean; refusal: Refusal | null };
/** `isOfFile` unless another try may succeed. */
type Refusal = { text: string; isOfFile: boolean };
export const uploadStore = createStore<Upload | null>(null);

export const ofFile = (file: File): Chosen => ({
  name: file.name,
  bytes: file.size,
  async send() {
    // As a blob: the browser may keep it on disk, and it can be sent again after a proof of the user's identity.
    const zipped = await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
    const post = (document: Blob) => request<Restore>(PATH, { method: "POST", file: document });
    try {
      return await post(zipped.slice(0, zipped.size, "gzip"));
    } catch (error) {
      // The server takes uncompressed what expands far too much, such as the same line thousands of times.
      if (!(error instanceof ApiError && error.code === "restore_packed")) throw error;
      return post(file.slice());
    }
  },
});

export const ofStored = ({ name, bytes }: StoredBackup): Chosen => ({
  name,
  bytes,
  send: () => request<Restore>(`${PATH}/stored`, { method: "POST", body: { name } }),
});

/** The backups in the bucket, newest first. */
export const useStored = () =>
  useOfOrganization<StoredBackup[]>((id) => `/api/backups/${id}/stored`, ["backups"], { poll: 0 });

/** Has a backup rehearsed; why it was refused stays with it. */
export async function rehearse(chosen: Chosen): Promise<void> {
  if (uploadStore.get()?.isSending) return;
  const tell = (refusal: Refusal | null, isSending = false) =>
    uploadStore.set({ chosen, isSending, refusal });
  tell(null, true);
  try {
    await chosen.send();
    await mutate(isRestoring);
    tell(null);
  } catch (error) {
    tell({ text: errorText(error), isOfFile: !isPassing(error) });
  }
}

/** Rehearses the data that was kept before a restore. @throws ApiError */
export async function rehearseKept(id: number): Promise<void> {
  await request<Restore>(`${PATH}/${id}/rehearse`, { method: "POST" });
  await mutate(isRestoring);
}

/** The restore that this page applies: when it was last cut off, and whether it is being stopped. */
type Run = { id: number; cutAt: number | null; isStopping: boolean };
export const runStore = createStore<Run | null>(null);

const change = (part: Partial<Run>) => {
  const run = runStore.get();
  if (run) runStore.set({ ...run, ...part });
};

/** Applies a restore until it has ended, also when another page is opened; resolves to whether it was applied. */
export async function applyRestore(id: number, confirm: string, organizationId: number): Promise<boolean> {
  if (runStore.get()) return false;
  runStore.set({ id, cutAt: null, isStopping: false });
  const isStopping = () => runStore.get()?.isStopping === true;
  const look = async () => {
    const { restore } = await request<Restoring>(pathOf(organizationId));
    return restore?.id === id ? restore : null;
  };
  const apply = async () => {
    if (isStopping()) return null;
    const restore = await request<Restore>(`${PATH}/${id}/apply`, { method: "POST", body: { confirm } });
    await mutate(isRestoring);
    return restore;
  };
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const run = async () => {
    try {
      await drive({ apply, look, wait, onCut: () => change({ cutAt: Date.now() }) });
    } catch (error) {
      if (!isStopping()) throw error;
    }
  };
  const isDone = await act(run, { failed: translate("restore.failed") });
  runStore.set(null);
  // Everything may have changed, and so may the user's own permissions.
  await mutate(() => true);
  return isDone;
}

/** Puts a restore aside with its file. @throws ApiError */
export async function putAside(id: number): Promise<void> {
  await stop(id);
  uploadStore.set(null);
}

/** Stops a restore that runs: it is rehearsed as before. One that does not is put aside. @throws ApiError */
export async function stop(id: number): Promise<void> {
  change({ isStopping: true });
  try {
    await request(`${PATH}/${id}`, { method: "DELETE" });
  } catch (error) {
    change({ isStopping: false });
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  await mutate(isRestoring);
  topicsChanged(["restores", "pauses"]);
}

/** Resumes automation. @throws ApiError */
export async function resume(organizationId: number): Promise<void> {
  await request(`/api/pauses/${organizationId}/resume`, { method: "POST" });
  await mutate(isRestoring);
  topicsChanged(["restores", "pauses"]);
}
