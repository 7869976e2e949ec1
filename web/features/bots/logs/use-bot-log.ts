import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import type { BotLog } from "../../../../worker/features/bots/bots.schema.ts";
import { request, withQuery } from "../../../lib/api.ts";
import { useLiveState, watchBotLog } from "../../../lib/live.ts";
import { mergeLines } from "./log-merge.ts";

/** How often the log is asked for while the server cannot tell of new lines, in milliseconds. */
const POLL = 2_000;

/**
 * A bot's log as it grows: told by the server, or asked for every two seconds while that is not possible.
 * After a break the question begins where nothing was missing yet, so that no line is left out.
 */
export function useBotLog(botId: number) {
  const [lines, setLines] = useState<BotLog[]>();
  /** Up to this id nothing is missing: before lines that the server told of there may be others. */
  const upTo = useRef(0);
  const isLive = useLiveState() === "open";
  const ask = async () => {
    const path = withQuery(`/api/discord-bots/${botId}/logs`, { after: upTo.current || null });
    const answer = await request<BotLog[]>(path);
    upTo.current = Math.max(upTo.current, ...answer.map(({ id }) => id));
    setLines((known = []) => mergeLines(known, answer));
    return upTo.current;
  };
  const { error, mutate } = useSWR(["bot-log", botId], ask, {
    refreshInterval: isLive ? 0 : POLL,
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
  useEffect(
    () =>
      watchBotLog(
        botId,
        (told) => setLines((known = []) => mergeLines(known, told)),
        () => void mutate(),
      ),
    [botId, mutate],
  );
  return { lines, error, isLive, retry: () => void mutate() };
}
