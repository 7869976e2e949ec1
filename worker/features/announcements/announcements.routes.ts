import * as z from "zod/mini";
import type { Feature } from "../../lib/feature.ts";
import { provenIf, requires } from "../../lib/http/access.ts";
import { get, post, put } from "../../lib/http/route.ts";
import * as schema from "./announcements.schema.ts";
import { chooseChannel, getSettings, kindsOf, listChannels, sendTest, setLanguage } from "./settings.ts";

const administers = requires("admin.system");

/** Whether names of non-members will be posted, for which the user needs a recent proof. */
const namesPeople = (features: readonly Feature[]) => {
  const kinds = new Map(kindsOf(features));
  return ({ kind, channelId }: schema.ChooseInput) =>
    channelId !== null && kinds.get(kind)?.isPersonal === true;
};

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
    access: provenIf(namesPeople(features), administers),
    body: schema.chooseInput,
    answers: schema.announcementSettings,
    summary: "Choose the Discord channel of a kind of announcement",
    run: chooseChannel(features),
  }),
  put("/announcements/:orgId/language", {
    access: administers,
    body: schema.languageInput,
    answers: schema.announcementSettings,
    // Each kind with a channel is a row, and raises the topic.
    rows: 20 + 2 * kindsOf(features).length,
    summary: "Choose the language of all announcements in Discord",
    run: setLanguage(features),
  }),
  post("/announcements/:orgId/test", {
    access: administers,
    body: schema.testInput,
    answers: schema.announcementSettings,
    summary: "Post a test into the channel of a kind of announcement",
    run: sendTest(features),
  }),
];
