import type { Env } from "../env.ts";

/** Whether the deployment can send push messages: its settings then name a contact, too. */
export const isPushConfigured = (env: Env): boolean => Boolean(env.PUSH_PUBLIC_KEY && env.PUSH_PRIVATE_KEY);
