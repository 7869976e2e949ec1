import type { Feature } from "../../lib/feature.ts";
import { requires } from "../../lib/http/access.ts";
import { response } from "../../lib/http/answers.ts";
import { get, post } from "../../lib/http/route.ts";
import { interact } from "./dispatch.ts";
import { getCommandReport, register } from "./registration/register.ts";
import { commandReport } from "./registration/registration.schema.ts";
import { discordOnly } from "./verify.ts";

export const interactionRoutes = (features: readonly Feature[]) => [
  post("/discord/interactions", {
    access: discordOnly(),
    answers: response(200, "application/json"),
    rows: 2,
    summary: "Answer a command, a press or a form of Discord",
    run: interact(features),
  }),
  get("/discord/commands/:orgId", {
    access: requires("admin.system"),
    answers: commandReport,
    summary: "Compare the commands in Discord with those of the product",
    run: getCommandReport(features),
  }),
  post("/discord/commands/:orgId", {
    access: requires("admin.system"),
    answers: commandReport,
    summary: "Write the commands that differ to Discord",
    run: register(features),
  }),
];
