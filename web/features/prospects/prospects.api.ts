import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import type { SyncAnswer, SyncCounts, SyncStatus } from "../../../worker/features/discord/discord.schema.ts";
import type {
  BulkAnswer,
  BulkInput,
  CreateProspectInput,
  Prospect,
  ProspectCounts,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { ApiError, request, requestList } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import type { LoadedList } from "./record/list-patch.ts";
import { countsKey, prospectListKey, refreshProspects, showProspect } from "./record.api.ts";

/** How often things are asked for while the server cannot tell of changes, in milliseconds. */
const POLL = 30_000;
const SYNC_POLL = 1_000;

export type ListQuery = {
  stage?: string | null;
  assignedTo?: string | null;
  deadline?: string | null;
  q?: string | null;
};

type Loaded = LoadedList & {
  /** The list without how much of it is loaded. */
  base: string;
};

/**
 * A prospect list, `size` more with each call of `loadMore`; kept fresh as far as it is loaded. `list` is
 * undefined until the first answer of this very list.
 */
export function useProspectList(query: ListQuery, size: number) {
  const { user } = useUser();
  const organization = user?.organizationId ?? 0;
  const base = prospectListKey(organization, query);
  const [loaded, setLoaded] = useState({ base, pages: 1 });
  const pages = loaded.base === base ? loaded.pages : 1;
  const limit = pages * size;
  const key = prospectListKey(organization, query, limit);
  const { data, error, isLoading, isValidating, mutate } = useSWR<Loaded>(
    user ? key : null,
    async () => ({ base, ...(await requestList<Prospect>(key, limit)) }),
    {
      ...usePolling(["prospects", "members", "discord"], POLL),
      keepPreviousData: true,
      revalidateIfStale: true,
    },
  );
  const list = data?.base === base ? data : undefined;
  return {
    list,
    error: list ? undefined : error,
    isLoading: isLoading && !list,
    isLoadingMore: isValidating && list?.more === true && list.items.length < limit,
    loadMore: () => setLoaded({ base, pages: pages + 1 }),
    retry: () => void mutate(),
  };
}

/** Number of prospects in each status; of the reader alone with `mine`. */
export function useCounts(mine: boolean) {
  const { user } = useUser();
  return useSWR<ProspectCounts>(user ? countsKey(user.organizationId, mine) : null, {
    ...usePolling(["prospects"], POLL),
    revalidateIfStale: true,
  });
}

/** Adds somebody to the pipeline and shows them in the lists. @throws ApiError */
export async function createProspect(input: CreateProspectInput, me: number | null): Promise<Prospect> {
  const prospect = await request<Prospect>("/api/prospects", { method: "POST", body: input });
  await showProspect(prospect, me);
  refreshProspects({ lists: false });
  return prospect;
}

/** Makes one change to many prospects. @throws ApiError */
export async function changeMany(input: BulkInput): Promise<BulkAnswer> {
  try {
    return await request<BulkAnswer>("/api/prospects/bulk", { method: "POST", body: input });
  } finally {
    refreshProspects({ lists: true });
  }
}

/** Takes back changes of many prospects, the newest first. @throws ApiError */
export async function undoMany(changeIds: readonly number[]): Promise<BulkAnswer> {
  const total: BulkAnswer = { changeId: null, changed: 0, skipped: [], undoUntil: null, remaining: 0 };
  try {
    for (const changeId of changeIds.toReversed()) {
      const answer = await request<BulkAnswer>(`/api/prospects/bulk/${changeId}/undo`, { method: "POST" });
      total.changed += answer.changed;
      total.skipped.push(...answer.skipped);
    }
    return total;
  } finally {
    refreshProspects({ lists: true });
  }
}

export type HandOver = { changed: number; changeIds: number[] };

/**
 * Hands all open prospects of one person to another, step by step until none is left.
 * @param onStep told after each step, so that what a later failure leaves done can still be undone
 * @throws ApiError
 */
export async function handOver(
  from: number,
  to: number,
  onStep: (done: HandOver) => void,
): Promise<HandOver> {
  let done: HandOver = { changed: 0, changeIds: [] };
  try {
    for (;;) {
      const answer = await request<BulkAnswer>("/api/prospects/reassign", {
        method: "POST",
        body: { from, to },
      });
      done = {
        changed: done.changed + answer.changed,
        changeIds: answer.changeId === null ? done.changeIds : [...done.changeIds, answer.changeId],
      };
      onStep(done);
      if (answer.remaining === 0 || answer.changed === 0) return done;
    }
  } finally {
    refreshProspects({ lists: true });
  }
}

type Progress = { processed: number; expected: number | null };
type SyncEnd = { kind: "done"; counts: SyncCounts } | { kind: "failed"; detail: string; code: string | null };

/**
 * The member sync with Discord: starts one, follows whichever is running second by second, and tells once how
 * it ended, whoever started it.
 */
export function useSync(onEnd: (end: SyncEnd) => void) {
  const { user } = useUser();
  const allowed = useCan("admin.system");
  const [starting, setStarting] = useState(false);
  const [running, setRunning] = useState(false);
  const tell = useRef(onEnd);
  tell.current = onEnd;
  const watched = useRef<number | null>(null);
  const told = useRef<number | null>(null);
  const organization = user?.organizationId ?? 0;
  const polling = usePolling(["activity"], POLL);
  const { data: status, mutate } = useSWR<SyncStatus>(
    user && allowed ? `/api/discord/sync-status/${organization}` : null,
    {
      ...polling,
      ...(starting || running ? { refreshInterval: SYNC_POLL } : {}),
      revalidateIfStale: true,
      onSuccess: (latest) => setRunning(latest?.status === "running"),
    },
  );
  const isRunning = status?.status === "running";
  useEffect(() => {
    if (!status) return;
    if (status.status === "running") {
      watched.current = status.runId;
      return;
    }
    if (starting || watched.current !== status.runId || told.current === status.runId) return;
    told.current = status.runId;
    refreshProspects({ lists: true });
    tell.current(
      status.status === "completed"
        ? { kind: "done", counts: status }
        : { kind: "failed", detail: status.error ?? "", code: null },
    );
  }, [status, starting]);

  const start = async () => {
    if (starting || isRunning) return;
    setStarting(true);
    try {
      const answer = await request<SyncAnswer>(`/api/discord/sync-members/${organization}`, {
        method: "POST",
      });
      told.current = answer.runId;
      refreshProspects({ lists: true });
      tell.current({ kind: "done", counts: answer });
    } catch (error) {
      const isOthers = error instanceof ApiError && error.code === "sync_running";
      if (!isOthers) {
        const known = error instanceof ApiError ? error : null;
        told.current = watched.current;
        tell.current({ kind: "failed", detail: known?.message ?? String(error), code: known?.code ?? null });
      }
      if (isOthers) setRunning(true);
    } finally {
      setStarting(false);
      void mutate();
    }
  };
  const progress: Progress | null = isRunning ? status : null;
  return { start, isRunning: starting || isRunning, progress };
}
