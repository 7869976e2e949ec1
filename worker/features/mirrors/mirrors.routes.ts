import { requires } from "../../lib/http/access.ts";
import { get } from "../../lib/http/route.ts";
import { mirrorStatus } from "./mirrors.schema.ts";
import { getMirrorStatus } from "./state.ts";

export const mirrorRoutes = [
  get("/events/:orgId/mirror", {
    access: requires("events.write"),
    answers: mirrorStatus,
    summary: "Say whether events can be shown in Discord, and what is in the way",
    run: getMirrorStatus,
  }),
];
