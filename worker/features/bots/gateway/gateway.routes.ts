import { Hono } from "hono";
import {
  autoStartRequest,
  gatewayReport,
  SIGNATURE_HEADERS,
  verifyGatewayRequest,
} from "../../../../bot-gateway/protocol.ts";
import { declareAccess } from "../../../lib/http/access.ts";
import { type App, systemContextOf } from "../../../lib/http/app.ts";
import { input } from "../../../lib/http/input.ts";
import { botErrors } from "../bots.errors.ts";
import { autoStart } from "../run/auto-start.ts";
import { gatewaySecret } from "./client.ts";
import { takeReport } from "./reports.ts";

/**
 * Lets only the bot gateway call the route: the request is signed, over its body as it came, with the secret
 * that both hold. Sets `gatewayBot` to the bot of a gateway that runs one alone, else to null.
 */
const gatewayOnly = () =>
  declareAccess({ kind: "gateway" }, async (c, next) => {
    const { method, url } = c.req;
    const named = c.req.header(SIGNATURE_HEADERS.bot);
    if (named !== undefined && !/^[1-9]\d{0,14}$/.test(named)) throw botErrors.gateway_signature();
    const botId = named === undefined ? null : Number(named);
    const secret = await gatewaySecret(c.var.env, botId);
    const signed = { method, url, body: await c.req.text(), header: (name: string) => c.req.header(name) };
    if (!(await verifyGatewayRequest(secret, signed, c.var.now.getTime()))) {
      throw botErrors.gateway_signature();
    }
    c.set("gatewayBot", botId);
    await next();
  });

/** What the bot gateway calls. */
export const gatewayRoutes = new Hono<App>()
  .post("/bot-gateway/reports", gatewayOnly(), input("json", gatewayReport), async (c) => {
    const report = c.req.valid("json");
    const { duplicate, organizations, logs } = await takeReport(systemContextOf(c), report, c.var.gatewayBot);
    c.set("changed", organizations);
    c.set("logged", logs);
    return c.json(duplicate ? { duplicate } : {});
  })
  .post("/bot-gateway/auto-start", gatewayOnly(), input("json", autoStartRequest), async (c) => {
    const { instance } = c.req.valid("json");
    const { organizations, ...answer } = await autoStart(systemContextOf(c), instance, c.var.gatewayBot);
    c.set("changed", organizations);
    return c.json(answer);
  });
