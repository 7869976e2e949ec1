import { WorkerEntrypoint } from "cloudflare:workers";
import { hostsOf, isAllowed, readHosts } from "../../../../bot-gateway/network/hosts.ts";
import { type Bindings, readEnv } from "../../../lib/env.ts";

/** The platform's own certificate, at its path inside a container. */
export const OUTLET_CERTIFICATES = "/etc/cloudflare/certs/cloudflare-containers-ca.crt";

/**
 * Handles every request from a bot's container: forwards those to Discord and to the hosts that the operator allows, answers
 * those of its gateway by this worker, and refuses the rest. Encrypted requests are decrypted here, with the platform's
 * certificate that the container trusts, and encrypted again. A container started without the internet can send only HTTP on
 * ports 80 and 443, and look up names at Cloudflare's servers, which carries a few bytes out and cannot be refused.
 * https://developers.cloudflare.com/containers/guides/outbound-traffic/
 */
export class BotOutlet extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    const env = readEnv(this.env as Bindings & Record<string, unknown>);
    const url = new URL(request.url);
    if (url.host === new URL(env.APP_URL).host && url.pathname.startsWith("/api/bot-gateway/")) {
      // A worker cannot reach itself over the network.
      return (this.ctx.exports as unknown as { default: Fetcher }).default.fetch(request);
    }
    // Requests stay unencrypted only for a Discord with an http address.
    if (url.origin !== new URL(env.DISCORD_API_URL).origin) url.protocol = "https:";
    const hosts = hostsOf(env.DISCORD_API_URL, readHosts(env.BOT_HOSTS ?? ""));
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    if (isAllowed(hosts, url.hostname, port)) return fetch(new Request(url, request), { redirect: "manual" });
    const text = `${url.host} cannot be reached: bots reach Discord alone, and hosts that the operator allows.\n`;
    return new Response(text, { status: 403 });
  }
}
