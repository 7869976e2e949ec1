import { useCallback, useEffect, useRef, useState } from "react";
import useSWR from "swr";
import type { BotLog } from "../../../../worker/features/bots/bots.schema.ts";
import { request, withQuery } from "../../../lib/api.ts";
import { useLiveState, watchBotLog } from "../../../lib/live.ts";
import { EMPTY_LOG, fetched, heard, type LogState } from "./log-merge.ts";

/** How often the log is asked for while the server cannot tell of new lines, in milliseconds. */
const POLL = 2_000;

/**
 * A bot's log as it grows: told by the server, or asked for every two seconds while that is not possible.
 * After a break the question begins where nothing was missing yet, so that no line is left out.
 */
export function useBotLog(botId: number) {
  const [state, setState] = useState<LogState | null>(null);
  const upTo = useRef(0);
  const live = useLiveState();
  const ask = useCallback(async () => {
    const after = upTo.current;
    const answer = await request<BotLog[]>(
      withQuery(`/api/discord-bots/${botId}/logs`, { after: after || null }),
    );
    setState((known) => {
      const next = fetched(known ?? EMPTY_LOG, answer, after);
      upTo.current = next.upTo;
      return next;
    });
    return after;
  }, [botId]);
  const { error, mutate } = useSWR(["bot-log", botId], ask, {
    refreshInterval: live === "open" ? 0 : POLL,
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
  useEffect(
    () =>
      watchBotLog(
        botId,
        (lines) => setState((known) => heard(known ?? EMPTY_LOG, lines)),
        () => void mutate(),
      ),
    [botId, mutate],
  );
  return { lines: state?.lines, error, isLive: live === "open", retry: () => void mutate() };
}
