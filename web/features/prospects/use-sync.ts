import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import type { SyncAnswer, SyncCounts, SyncStatus } from "../../../worker/features/discord/discord.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import { prospects } from "./prospects.api.ts";

/** How often a running sync is asked how far it is, in milliseconds. */
const SYNC_POLL = 1_000;

type Progress = { processed: number; expected: number | null };
type SyncEnd = { kind: "done"; counts: SyncCounts } | { kind: "failed"; detail: string; code: string | null };

/**
 * The member sync with Discord: starts one, follows the one that runs second by second, and tells once how
 * it ended, by whichever user it was started.
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
    prospects.refresh();
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
      prospects.refresh();
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
