import useSWR from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { POLL } from "./list.ts";
import { usePolling } from "./live.ts";
import { useUser } from "./session.tsx";

/** An answer about the reader's organization, kept fresh; fetched only when `allowed`. */
export function useOfOrganization<Data>(
  pathOf: (organizationId: number) => string,
  topics: LiveTopic[],
  { poll = POLL, allowed = true } = {},
) {
  const { user } = useUser();
  return useSWR<Data>(user && allowed ? pathOf(user.organizationId) : null, usePolling(topics, poll));
}
