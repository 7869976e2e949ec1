import { mutate } from "swr";
import { part } from "../../ui/part.tsx";
import { sessionsPath } from "./sessions.api.ts";

export { SessionFacts, useDeviceName } from "./session-facts.tsx";

/** Asks for a user's sessions again where they are shown, since some have ended. */
export const refreshSessions = (userId: number): void => void mutate(sessionsPath(userId));

/** Where another user is signed in, for administrators. */
export const personSessions = part(() => import("./person-sessions.tsx"), "sessions");
