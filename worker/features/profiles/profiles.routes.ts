import { requires } from "../../lib/http/access.ts";
import { pageOf } from "../../lib/http/answers.ts";
import { everyDay } from "../../lib/http/depends.ts";
import { get } from "../../lib/http/route.ts";
import { memberPermissions, memberProfile, timelineEntry, timelineQuery } from "./profiles.schema.ts";
import { explainPermissions, getProfile, listTimeline } from "./profiles.ts";

export const profileRoutes = [
  get("/members/:id/profile", {
    access: requires("members.read"),
    answers: memberProfile,
    depends: ["members", "prospects", "discord", "discord_roles"],
    moment: everyDay,
    summary: "Read a member's profile",
    run: getProfile,
  }),
  get("/members/:id/permissions", {
    access: requires("admin.users"),
    answers: memberPermissions,
    depends: ["members"],
    summary: "Explain what a member may do, and why",
    run: explainPermissions,
  }),
  get("/members/:id/history", {
    access: requires("members.read"),
    query: timelineQuery,
    answers: pageOf(timelineEntry),
    depends: ["members", "prospects", "contracts", "events", "hangars", "leaves"],
    summary: "List what happened to a member",
    run: listTimeline,
  }),
];
