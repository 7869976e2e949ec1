import { publicRoute, requires } from "../../lib/http/access.ts";
import { type Answers, json } from "../../lib/http/answers.ts";
import { get, post } from "../../lib/http/route.ts";
import { healthReport, type UpOrDown, upOrDown } from "./health.schema.ts";
import { checkNow, getHealth, getReport, type KnownJob } from "./report.ts";

const administers = requires("admin.system");

/** Answers 200 for "up", 503 for "down". */
const upAnswer: Answers<UpOrDown> = {
  ...json(upOrDown),
  orStatus: 503,
  respond: (c, value) => json(upOrDown, value.status === "up" ? 200 : 503).respond(c, value),
};

export const healthRoutes = (jobs: readonly KnownJob[]) => [
  get("/health", {
    access: publicRoute(),
    answers: upAnswer,
    summary: "Read whether the database answers",
    run: getHealth,
  }),
  get("/health/report", {
    access: administers,
    answers: healthReport,
    depends: ["health"],
    summary: "Read how all services and jobs are",
    run: (context) => getReport(context, jobs),
  }),
  post("/health/check", {
    access: administers,
    answers: healthReport,
    summary: "Measure all services now",
    run: (context) => checkNow(context, jobs),
  }),
];
