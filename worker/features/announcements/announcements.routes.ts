import * as z from "zod/mini";
import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { get, post, put } from "../../lib/http/route.ts";
import * as schema from "./announcements.schema.ts";
import { chooseChannel, getSettings, listChannels, sendTest } from "./settings.ts";

const administers = requires("admin.system");

export const announcementRoutes = (features: readonly Feature[]) => [
  get("/announcements/:orgId", {
    access: administers,
    answers: schema.announcementSettings,
    depends: ["announcements"],
    summary: "List what is announced in which Discord channel",
    run: getSettings(features),
  }),
  get("/announcements/:orgId/channels", {
    access: administers,
    answers: z.array(schema.discordChannel),
    summary: "List the text channels of the Discord server, and where the CRM bot can write",
    run: listChannels,
  }),
  put("/announcements/:orgId", {
    access: administers,
    body: schema.chooseInput,
    answers: schema.announcementSettings,
    summary: "Choose the Discord channel of a kind of announcement",
    run: chooseChannel(features),
  }),
  post("/announcements/:orgId/test", {
    access: administers,
    body: schema.testInput,
    answers: schema.announcementSettings,
    summary: "Post a test into the channel of a kind of announcement",
    run: sendTest(features),
  }),
];
