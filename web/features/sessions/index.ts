import { mutate } from "swr";
import { part } from "../../ui/part.tsx";
import { sessionsPath } from "./sessions.api.ts";

export { SessionFacts, useDeviceName } from "./session-facts.tsx";

/** Fetches a user's sessions again, after some have ended. */
export const refreshSessions = (userId: number): void => void mutate(sessionsPath(userId));

/** The sessions of another user, for administrators. */
export const personSessions = part(
  () => import("./person-sessions.tsx"),
  (language) => [import(`./sessions.${language}.json`)],
);
