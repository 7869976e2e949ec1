import { WorkerEntrypoint } from "cloudflare:workers";
import { hostsOf, isAllowed, readHosts } from "../../../../bot-gateway/network/hosts.ts";
import { type Bindings, readEnv } from "../../../lib/env.ts";

/** What the gateway in a container asks of the worker. */
const GATEWAY_PATHS = "/api/bot-gateway/";

/** Where the platform puts the certificate with which it answers inside of a container. */
export const OUTLET_CERTIFICATES = "/etc/cloudflare/certs/cloudflare-containers-ca.crt";

/**
 * Takes every request that leaves a bot's container: passes on what goes to Discord and to the hosts that the operator
 * allows, hands what its gateway reports to this worker, and refuses the rest. Encrypted requests are decrypted here,
 * with a certificate of the platform's that the container trusts, and are encrypted again on their way.
 *
 * What is not HTTP on ports 80 and 443 does not leave a container that was started without the internet, except for
 * names that are looked up at Cloudflare's own servers: that answer carries a few bytes out and cannot be refused.
 * https://developers.cloudflare.com/containers/guides/outbound-traffic/
 */
export class BotOutlet extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    const env = readEnv(this.env as Bindings & Record<string, unknown>);
    const url = new URL(request.url);
    if (url.host === new URL(env.APP_URL).host && url.pathname.startsWith(GATEWAY_PATHS)) {
      // Over the network a worker does not reach itself.
      return (this.ctx.exports as unknown as { default: Fetcher }).default.fetch(request);
    }
    // Nothing leaves in the clear but to a Discord that is set up so.
    if (url.origin !== new URL(env.DISCORD_API_URL).origin) url.protocol = "https:";
    const hosts = hostsOf(env.DISCORD_API_URL, readHosts(env.BOT_HOSTS ?? ""));
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    if (isAllowed(hosts, url.hostname, port)) {
      return fetch(new Request(url, request), { redirect: "manual" });
    }
    const text = `${url.host} cannot be reached: bots reach Discord alone, and hosts that the operator allows.\n`;
    return new Response(text, { status: 403 });
  }
}
