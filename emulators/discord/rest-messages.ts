import type { APIMessage, RESTGetAPIGatewayBotResult, RESTGetAPIGatewayResult } from "discord-api-types/v10";
import { MessageFlags } from "discord-api-types/v10";
import type { Core } from "./core.ts";
import { errors } from "./errors.ts";
import { answer, type Context, noContent, objectBody, type Route } from "./http.ts";
import type { InteractionRecord } from "./interaction-records.ts";
import { acknowledge, editReply, followUp, removeReply, requireToken } from "./interaction-replies.ts";
import { channelRoutes } from "./rest-channels.ts";
import { threadRoutes } from "./rest-threads.ts";

/** Routes of channels and their messages, interaction replies, and the gateway's address. */
export function messageRoutes(core: Core): Route[] {
  return [...channelRoutes(core), ...threadRoutes(core), ...interactionRoutes(core), ...gatewayRoutes(core)];
}

function interactionRoutes(core: Core): Route[] {
  const record = ({ params }: Context): InteractionRecord => {
    const found = core.interactions.byToken(params["token"] ?? "");
    if (!found || found.applicationId !== params["application"]) throw errors.unknownWebhook();
    requireToken(core, found);
    return found;
  };
  const message = (context: Context): APIMessage => {
    const interaction = record(context);
    const id = context.params["message"];
    const known = [interaction.original, ...interaction.followups].find((each) => each?.id === id);
    const found = id === "@original" ? interaction.original : known;
    if (!found) throw errors.unknownMessage();
    return found;
  };
  const path = "/webhooks/:application/:token/messages/:message";
  return [
    {
      method: "POST",
      path: "/interactions/:id/:token/callback",
      auth: "none",
      handle: ({ params, request }) => {
        const found = core.interactions.find(params["id"] ?? "");
        if (!found || found.token !== params["token"]) throw errors.unknownInteraction();
        acknowledge(core, found, objectBody(request));
        if (request.query.get("with_response") !== "true") return noContent;
        return answer({
          interaction: {
            id: found.id,
            type: found.payload.type,
            response_message_id: found.original?.id,
            response_message_loading: found.response?.type === 5,
            response_message_ephemeral: Boolean((found.original?.flags ?? 0) & MessageFlags.Ephemeral),
          },
          resource: { type: found.response?.type, message: found.original ?? undefined },
        });
      },
    },
    {
      method: "POST",
      path: "/webhooks/:application/:token",
      auth: "none",
      handle: (context) => answer<APIMessage>(followUp(core, record(context), objectBody(context.request))),
    },
    { method: "GET", path, auth: "none", handle: (context) => answer<APIMessage>(message(context)) },
    {
      method: "PATCH",
      path,
      auth: "none",
      handle: (context) => {
        return answer<APIMessage>(editReply(core, message(context), objectBody(context.request)));
      },
    },
    {
      method: "DELETE",
      path,
      auth: "none",
      handle: (context) => {
        removeReply(core, message(context));
        return noContent;
      },
    },
  ];
}

function gatewayRoutes(core: Core): Route[] {
  const socket = (origin: string): string => origin.replace(/^http/, "ws");
  return [
    {
      method: "GET",
      path: "/gateway",
      auth: "none",
      handle: ({ origin }) => answer<RESTGetAPIGatewayResult>({ url: socket(origin) }),
    },
    {
      method: "GET",
      path: "/gateway/bot",
      auth: "bot",
      handle: ({ application, origin }) =>
        answer<RESTGetAPIGatewayBotResult>({
          url: socket(origin),
          shards: 1,
          session_start_limit: {
            total: 1000,
            remaining: application?.identifiesLeft ?? 0,
            reset_after: 86_400_000,
            max_concurrency: core.gateway.maxConcurrency,
          },
        }),
    },
  ];
}
