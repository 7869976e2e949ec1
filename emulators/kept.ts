/** How long an idle connection is kept: workerd fails a request that it sends on one which is just being closed. */
export const KEPT_MS = 60_000;
