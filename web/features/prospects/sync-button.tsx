import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import useSWR from "swr";
import type { SyncAnswer, SyncStatus } from "../../../worker/features/discord/discord.schema.ts";
import { ApiError, debugText, errorText, request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { SyncIcon } from "../../ui/icons.tsx";
import { prospects } from "./prospects.api.ts";

/** How often a running sync is asked how far it is, in milliseconds. */
const SYNC_POLL = 1_000;
const TOAST = 10_000;

/** The member sync with Discord: starts one, follows the one that runs, and tells once how it ended, also if another user started it. */
function useSync() {
  const t = useT();
  const navigate = useNavigate();
  const { user } = useUser();
  const [starting, setStarting] = useState(false);
  /** The run whose end is to be told. */
  const watched = useRef<number | null>(null);
  const polling = usePolling(["activity"], POLL);
  const { data: status, mutate } = useSWR<SyncStatus>(`/api/discord/sync-status/${user?.organizationId}`, {
    ...polling,
    refreshInterval: (latest) =>
      starting || latest?.status === "running" ? SYNC_POLL : polling.refreshInterval,
  });
  const failed = { title: t("prospects.sync.failed"), variant: "destructive", duration: TOAST } as const;

  const follow = useEffectEvent((latest: NonNullable<SyncStatus>) => {
    if (latest.status === "running") watched.current = latest.runId;
    if (starting || latest.status === "running" || watched.current !== latest.runId) return;
    watched.current = null;
    prospects.refresh();
    if (latest.status === "failed") return toast({ ...failed, description: latest.error ?? "" });
    const description = t("prospects.sync.counts", { ...latest });
    toast({ title: t("prospects.sync.done"), description, duration: TOAST });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was known while one was starting is looked at again.
  useEffect(() => {
    if (status) follow(status);
  }, [status, starting]);

  const start = async () => {
    if (starting || status?.status === "running") return;
    setStarting(true);
    try {
      const call = `/api/discord/sync-members/${user?.organizationId}`;
      watched.current = (await request<SyncAnswer>(call, { method: "POST" })).runId;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      const bots = { label: t("prospects.sync.bots"), run: () => void navigate("/discord-bots") };
      const action = code === "crm_bot_not_found" ? bots : undefined;
      // Another user's run is followed to its own end.
      if (code === "sync_running") return;
      watched.current = null;
      toast({ ...failed, description: errorText(error), debug: debugText(error), action });
    } finally {
      setStarting(false);
      void mutate();
    }
  };
  const progress = status?.status === "running" ? status : null;
  return { start, isRunning: starting || progress !== null, progress };
}

/** Reads the Discord server's members into the pipeline, and shows how far the sync is, also one that another user started. */
export function SyncButton() {
  const t = useT();
  const format = useFormat();
  const { start, isRunning, progress } = useSync();
  const { processed = 0, expected = null } = progress ?? {};
  const figures = { read: format.number(processed), expected: format.number(expected ?? 0) };
  const step = expected !== null ? "read_of" : progress ? "read" : "starting";
  const read = t(`prospects.sync.${step}`, figures);
  const share = expected ? Math.min(1, processed / expected) : 0;
  return (
    <span className="relative inline-flex">
      <Button icon={<SyncIcon />} pending={isRunning} onClick={() => void start()}>
        {isRunning ? <span className="figure">{read}</span> : t("prospects.sync.action")}
      </Button>
      {isRunning ? (
        <span
          role="progressbar"
          aria-label={t("prospects.sync.action")}
          aria-valuetext={read}
          {...(expected ? { "aria-valuenow": processed, "aria-valuemin": 0, "aria-valuemax": expected } : {})}
          className="pointer-events-none absolute inset-x-2 bottom-0 h-0.5 overflow-hidden rounded-full"
        >
          <span
            className="block h-full w-full origin-left bg-ice transition-transform duration-200"
            style={{ transform: `scaleX(${share})` }}
          />
        </span>
      ) : null}
    </span>
  );
}
