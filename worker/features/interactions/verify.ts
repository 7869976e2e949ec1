import { verifyKey } from "discord-interactions";
import type { SystemContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { declareAccess } from "../../lib/http/access.ts";
import { systemContextOf } from "../../lib/http/app.ts";
import { parsed } from "../../lib/http/input.ts";
import { type Interaction, interaction } from "./interactions.schema.ts";
import { interactionErrors } from "./interactions.texts.ts";

/** Seconds by which the clock of a signature may be ahead or behind. */
const CLOCK_SECONDS = 300;

export type InteractionContext = SystemContext & { interaction: Interaction };

/**
 * Refuses requests that Discord has not signed: it signs the time and the body.
 * https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint
 */
export const discordOnly = () =>
  declareAccess({ kind: "discord" }, async (c): Promise<InteractionContext> => {
    const { env, now } = c.var;
    const signature = c.req.header("X-Signature-Ed25519") ?? "";
    const time = c.req.header("X-Signature-Timestamp") ?? "";
    const body = await c.req.text();
    const isInTime =
      /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= CLOCK_SECONDS;
    const isSigned =
      isInTime &&
      /^[0-9a-f]{128}$/i.test(signature) &&
      (await verifyKey(body, signature, time, env.DISCORD_PUBLIC_KEY));
    if (!isSigned) throw interactionErrors.interaction_signature();
    c.set("by", "interaction");
    return { ...systemContextOf(c), interaction: await parsed(c, interaction, jsonOf(body)) };
  });

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw errors.malformed_body();
  }
}
