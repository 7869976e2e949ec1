import { audience } from "./app.ts";
import { gatewayPulse } from "./features/bots/index.ts";
import { nextDeadlineMoment } from "./features/prospects/index.ts";
import { findSessions } from "./features/sessions/index.ts";
import { readerOf } from "./lib/live/announce.ts";
import { type HubServices, LiveHub } from "./lib/live/hub.ts";

/** The connections of one organization's open pages. */
export class OrganizationHub extends LiveHub {
  protected readonly services: HubServices = {
    aboutSessions: ["sessions", "members"],
    async findReaders(db, sessionIds, now) {
      const found = await findSessions(db, sessionIds, now);
      return new Map(found.map((actor) => [actor.sessionId, readerOf(actor, audience)]));
    },
    gatewayPulse,
    timed: { topic: "prospects", next: nextDeadlineMoment },
  };
}
