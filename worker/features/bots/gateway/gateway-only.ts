import { SIGNATURE_HEADERS, verifyGatewayRequest } from "../../../../bot-gateway/protocol.ts";
import { declareAccess } from "../../../lib/http/access.ts";
import { botErrors } from "../bots.errors.ts";
import { gatewaySecret } from "./client.ts";

/**
 * Lets only the bot gateway call the route: the request is signed, over its body as it came, with the secret
 * that both hold. Sets `gatewayBot` to the bot of a gateway that runs one alone, else to null.
 */
export const gatewayOnly = () =>
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
