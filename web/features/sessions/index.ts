import { part } from "../../ui/part.tsx";

export { SessionFacts, useDeviceName } from "./session-facts.tsx";

/** Where another user is signed in, for administrators. */
export const personSessions = part(() => import("./person-sessions.tsx"), "sessions");
