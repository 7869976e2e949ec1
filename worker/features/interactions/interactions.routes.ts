import type { Feature } from "../../lib/feature.ts";
import { response } from "../../lib/http/answers.ts";
import { post } from "../../lib/http/route.ts";
import { interact } from "./dispatch.ts";
import { discordOnly } from "./verify.ts";

export const interactionRoutes = (features: readonly Feature[]) => [
  post("/discord/interactions", {
    access: discordOnly(),
    answers: response(200, "application/json"),
    rows: 2,
    summary: "Answer a command, a press or a form of Discord",
    run: interact(features),
  }),
];
