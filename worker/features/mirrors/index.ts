import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { get } from "../../lib/http/route.ts";
import { mirrorAfterWrite, mirrorByJob } from "./mirror.ts";
import { mirrorStatus } from "./mirrors.schema.ts";
import { mirrorAudit, mirrorNotices } from "./mirrors.texts.ts";
import { getMirrorStatus } from "./state.ts";

export const mirrorsFeature = {
  routes: [
    get("/events/:orgId/mirror", {
      access: requires("events.write"),
      answers: mirrorStatus,
      summary: "Say whether events can be shown in Discord, and what is in the way",
      run: getMirrorStatus,
    }),
  ],
  tables: {
    event_mirrors: {
      backup: {
        leftOut:
          "Follows what is in Discord: after restoring, events that are there are recognized by their address.",
      },
    },
    event_mirror_states: {
      backup: { leftOut: "Says how it goes with Discord now; the next run writes it again." },
    },
  },
  audit: mirrorAudit,
  notices: mirrorNotices,
  jobs: [
    {
      name: "events",
      title: { en: "Events in Discord", da: "Begivenheder i Discord" },
      every: "hourly",
      run: mirrorByJob,
    },
  ],
  afterWrite: { paths: ["/api/events"], work: mirrorAfterWrite },
  topics: {
    // Without a CRM bot, requests change nothing in Discord.
    event_mirroring: [
      { table: "bots", on: ["insert"], when: "new.is_crm_bot" },
      { table: "bots", on: ["update"], columns: ["is_crm_bot"], when: "new.is_crm_bot" },
    ],
  },
} satisfies Feature;
