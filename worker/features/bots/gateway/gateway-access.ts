import { SIGNATURE_HEADERS, verifyGatewayRequest } from "../../../../bot-gateway/signature.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { declareAccess } from "../../../lib/http/access.ts";
import { systemContextOf } from "../../../lib/http/app.ts";
import { botErrors } from "../bots.errors.ts";
import { gatewaySecret } from "./client.ts";

export type GatewayContext = SystemContext & {
  /** The one bot that the gateway runs and may report on; null for a gateway that runs all. */
  onlyBot: number | null;
};

/** Lets only the bot gateway call the route; it signs the request and its body with the shared secret. */
export const gatewayOnly = () =>
  declareAccess({ kind: "gateway" }, async (c): Promise<GatewayContext> => {
    const { method, url } = c.req;
    const named = c.req.header(SIGNATURE_HEADERS.bot);
    if (named !== undefined && !/^[1-9]\d{0,14}$/.test(named)) throw botErrors.gateway_signature();
    const onlyBot = named === undefined ? null : Number(named);
    const secret = await gatewaySecret(c.var.env, onlyBot);
    const signed = { method, url, body: await c.req.text(), header: (name: string) => c.req.header(name) };
    const isGenuine = await verifyGatewayRequest(secret, signed, c.var.now.getTime());
    if (!isGenuine) throw botErrors.gateway_signature();
    c.set("by", "gateway");
    return { ...systemContextOf(c), onlyBot };
  });
