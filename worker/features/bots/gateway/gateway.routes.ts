import { Hono } from "hono";
import { autoStartRequest, gatewayReport } from "../../../../bot-gateway/protocol.ts";
import { type App, systemContextOf } from "../../../lib/http/app.ts";
import { input } from "../../../lib/http/input.ts";
import { autoStart } from "../run/auto-start.ts";
import { gatewayOnly } from "./gateway-only.ts";
import { takeReport } from "./reports.ts";

/** What the bot gateway calls. */
export const gatewayRoutes = new Hono<App>()
  .post("/bot-gateway/reports", gatewayOnly(), input("json", gatewayReport), async (c) => {
    const { duplicate, organizations, logs } = await takeReport(
      systemContextOf(c),
      c.req.valid("json"),
      c.var.gatewayBot,
    );
    c.set("changed", organizations);
    c.set("logged", logs);
    return c.json(duplicate ? { duplicate } : {});
  })
  .post("/bot-gateway/auto-start", gatewayOnly(), input("json", autoStartRequest), async (c) => {
    const { organizations, duplicate, ...counts } = await autoStart(
      systemContextOf(c),
      c.req.valid("json").instance,
      c.var.gatewayBot,
    );
    c.set("changed", organizations);
    return c.json(duplicate ? { duplicate, ...counts } : counts);
  });
