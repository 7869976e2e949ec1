import type {
  APIApplication,
  APIUser,
  RESTGetAPICurrentUserGuildsResult,
  RESTGetAPIOAuth2CurrentAuthorizationResult,
  RESTGetCurrentUserGuildMemberResult,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { DiscordError, errors } from "./errors.ts";
import { applicationFlags } from "./gateway-payloads.ts";
import { memberOf, permissionsOf } from "./guild-state.ts";
import { answer, type Context, objectBody, type Route } from "./http.ts";
import { verifyEndpoint } from "./interaction-delivery.ts";

/** Routes of the caller: the account of a token, its guilds, its application. */
export function userRoutes(core: Core): Route[] {
  const { applications } = core;
  const bot = (context: Context): Application => {
    if (!context.application) throw errors.unauthorized();
    return context.application;
  };
  return [
    {
      method: "GET",
      path: "/users/@me",
      auth: "any",
      handle: (context) => answer<APIUser>(self(core, context)),
    },
    {
      method: "GET",
      path: "/users/@me/guilds",
      auth: "any",
      handle: (context) => {
        requireScope(context, "guilds");
        const { state } = core.guild;
        const id = selfId(context);
        if (!state.members.has(id)) return answer<RESTGetAPICurrentUserGuildsResult>([]);
        return answer<RESTGetAPICurrentUserGuildsResult>([
          {
            id: state.id,
            name: state.name,
            icon: null,
            banner: null,
            owner: state.ownerId === id,
            permissions: permissionsOf(state, id).toString(),
            features: [],
          },
        ]);
      },
    },
    {
      method: "GET",
      path: "/users/@me/guilds/:guild/member",
      auth: "bearer",
      handle: (context) => {
        requireScope(context, "guilds.members.read");
        const { state } = core.guild;
        const member = memberOf(state, selfId(context));
        if (context.params["guild"] !== state.id || !member) throw errors.unknownGuild();
        return answer<RESTGetCurrentUserGuildMemberResult>(member);
      },
    },
    {
      method: "GET",
      path: "/users/:user",
      auth: "bot",
      handle: ({ params }) => {
        const person = core.guild.state.people.get(params["user"] ?? "");
        if (!person) throw errors.unknownUser();
        return answer<APIUser>(person.user);
      },
    },
    {
      method: "GET",
      path: "/oauth2/@me",
      auth: "bearer",
      handle: (context) => {
        const application = applications.get(context.grant?.clientId ?? "");
        if (!context.grant || !application) throw errors.unauthorized();
        const whole = applicationObject(core, application);
        const { id, name, icon, description, type, verify_key, flags, flags_new } = whole;
        const { bot_public, bot_require_code_grant } = whole;
        const shown = { id, name, icon, description, type, verify_key, flags, flags_new };
        return answer<RESTGetAPIOAuth2CurrentAuthorizationResult>({
          application: { ...shown, bot_public, bot_require_code_grant },
          scopes: [...context.grant.scopes] as RESTGetAPIOAuth2CurrentAuthorizationResult["scopes"],
          expires: new Date(context.grant.expiresAt).toISOString(),
          ...(context.grant.scopes.includes("identify") ? { user: self(core, context) } : {}),
        });
      },
    },
    ...["/applications/@me", "/oauth2/applications/@me"].map(
      (path): Route => ({
        method: "GET",
        path,
        auth: "bot",
        handle: (context) => answer<APIApplication>(applicationObject(core, bot(context))),
      }),
    ),
    {
      method: "PATCH",
      path: "/applications/@me",
      auth: "bot",
      handle: async (context) => {
        const application = bot(context);
        const address = objectBody(context.request)["interactions_endpoint_url"];
        if (typeof address === "string" && address !== "") {
          await verifyEndpoint(application, address);
          application.interactionsEndpoint = address;
        } else if (address === null || address === "") application.interactionsEndpoint = null;
        core.changed();
        return answer<APIApplication>(applicationObject(core, application));
      },
    },
  ];
}

function selfId(context: Context): string {
  const id = context.application?.id ?? context.grant?.userId;
  if (!id) throw errors.unauthorized();
  return id;
}

function self(core: Core, context: Context): APIUser {
  requireScope(context, "identify");
  const person = core.guild.state.people.get(selfId(context));
  if (!person) throw errors.unauthorized();
  const mail = context.grant?.scopes.includes("email")
    ? { email: person.email, verified: person.email !== null && person.verified }
    : {};
  return {
    ...person.user,
    locale: person.locale,
    mfa_enabled: true,
    premium_type: 0,
    ...(context.application ? { email: null, verified: true } : mail),
  };
}

/** Refuses a user's token without the scope, as Discord does; a bot needs no scope. */
function requireScope(context: Context, scope: string): void {
  if (context.grant && !context.grant.scopes.includes(scope)) throw errors.unauthorized();
}

/** Fields of an application that are in Discord's document but not in its published types. */
type NewerFields = { type: null; explicit_content_filter: number; eligible_oauth2_scopes: string[] };

function applicationObject(core: Core, application: Application): APIApplication & NewerFields {
  const person = core.guild.state.people.get(application.id);
  if (!person) throw new DiscordError(500, 0, "500: Internal Server Error");
  const owner = core.guild.state.people.get(core.guild.state.ownerId);
  const flags = applicationFlags(application);
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: "",
    bot_public: false,
    bot_require_code_grant: false,
    bot: person.user,
    owner: owner?.user ?? person.user,
    summary: "",
    verify_key: application.publicKey,
    team: null,
    flags,
    flags_new: String(flags),
    approximate_guild_count: core.guild.state.members.has(application.id) ? 1 : 0,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    role_connections_verification_url: null,
    type: null,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: ["identify", "email", "guilds", "guilds.members.read", "bot"],
    redirect_uris: [...application.redirectUris],
    interactions_endpoint_url: application.interactionsEndpoint,
  };
}
