import { Hono } from "hono";
import { publicRoute, requires } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, systemContextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { healthReport, upOrDown } from "./health.schema.ts";
import { checkNow, getReport, isUp, type KnownJob } from "./report.ts";

/** The routes of a deployment with these jobs. */
export const healthRoutes = (jobs: readonly KnownJob[]) =>
  new Hono<App>()
    .get("/health", publicRoute(), async (c) =>
      (await isUp(systemContextOf(c)))
        ? answer(c, upOrDown, { status: "up" })
        : answer(c, upOrDown, { status: "down" }, 503),
    )
    .get("/health/report", requires("admin.system"), depends(["health"]), async (c) =>
      answer(c, healthReport, await getReport(contextOf(c), jobs)),
    )
    .post("/health/check", requires("admin.system"), async (c) =>
      answer(c, healthReport, await checkNow(contextOf(c), jobs)),
    );
