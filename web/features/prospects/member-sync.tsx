import { use, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import useSWR from "swr";
import type { SyncAnswer, SyncInput, SyncStatus } from "../../../worker/features/discord/discord.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { usePolling } from "../../lib/live.ts";
import { Opens } from "../../lib/placed.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { SyncButton } from "../../ui/sync-button.tsx";
import { prospects } from "./prospects.api.ts";

/** Interval of polling a running sync, and duration of a toast with its result, in milliseconds. */
const SYNC_POLL = 1_000;
const TOAST = 10_000;

/** The member sync with Discord: starts one, follows the running one, also of another user, and shows its result once. */
function useSync() {
  const t = useT();
  const navigate = useNavigate();
  const seesBots = use(Opens)("/discord-bots");
  const organizationId = useUser().user?.organizationId;
  /** The run whose result will be shown. */
  const watched = useRef<number | null>(null);
  const failed = { title: t("prospects.sync.failed"), duration: TOAST };

  const start = useAction<[SyncInput?], void>(
    async (wish) => {
      const call = `/api/discord/sync-members/${organizationId}`;
      watched.current = (await request<SyncAnswer>(call, { method: "POST", body: wish })).runId;
    },
    {
      failed: (error) => {
        const code = error instanceof ApiError ? error.code : null;
        // Another user's run is followed to its end.
        if (code === "sync_running") return;
        watched.current = null;
        const bots = { label: t("prospects.sync.bots"), run: () => void navigate("/discord-bots") };
        const anyway = { label: t("prospects.sync.anyway"), run: () => void run({ whilePaused: true }) };
        const action = code === "crm_bot_not_found" && seesBots ? bots : undefined;
        tellFailure(error, { ...failed, action: code === "sync_paused" ? anyway : action });
      },
    },
  );
  const polling = usePolling(["activity"], POLL);
  const { data: status, mutate } = useSWR<SyncStatus>(`/api/discord/sync-status/${organizationId}`, {
    ...polling,
    refreshInterval: (latest) =>
      start.pending || latest?.status === "running" ? SYNC_POLL : polling.refreshInterval,
  });

  const follow = useEffectEvent((latest: NonNullable<SyncStatus>) => {
    if (latest.status === "running") watched.current = latest.runId;
    if (start.pending || latest.status === "running" || watched.current !== latest.runId) return;
    watched.current = null;
    prospects.refresh();
    if (latest.status === "failed")
      return toast({ ...failed, description: latest.error ?? "", variant: "destructive" });
    const { expected: _, ...counts } = latest;
    const description = t("prospects.sync.counts", counts);
    toast({ title: t("prospects.sync.done"), description, duration: TOAST });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status is checked again when starting has ended.
  useEffect(() => {
    if (status) follow(status);
  }, [status, start.pending]);

  const progress = status?.status === "running" ? status : null;
  const pending = start.pending || progress !== null;
  const run = async (wish?: SyncInput) => {
    await start.run(wish);
    await mutate();
  };
  return { run: () => run(), pending, progress };
}

/** A button that reads the Discord server's members into the pipeline, with the progress of any user's sync. */
export default function MemberSync(look: { variant?: "primary" }) {
  const t = useT();
  const format = useFormat();
  const sync = useSync();
  const { processed = 0, expected = null } = sync.progress ?? {};
  const figures = { read: format.number(processed), expected: format.number(expected ?? 0) };
  const step = expected !== null ? "read_of" : sync.progress ? "read" : "starting";
  const text = t(`prospects.sync.${step}`, figures);
  const progress = sync.pending ? { text, done: processed, all: expected } : null;
  return <SyncButton {...look} label={t("prospects.sync.action")} sync={sync} progress={progress} />;
}
