import type { RESTPostOAuth2AccessTokenResult } from "discord-api-types/v10";
import { type Application, acceptsRedirect } from "./applications.ts";
import type { Core } from "./core.ts";
import { defaults } from "./defaults.ts";
import { type Answer, answer, type Request } from "./http.ts";
import { consentPage, messagePage } from "./oauth-page.ts";
import { type Grant, OAuthError } from "./oauth-store.ts";
import { findPeople, outsider } from "./people.ts";
import { commandsScope } from "./rest-commands.ts";

const knownScopes = new Set([
  "identify",
  "email",
  "guilds",
  "guilds.members.read",
  "guilds.join",
  "connections",
  "bot",
  "applications.commands",
]);
/** What an application can ask for in its own name. */
const ownScopes = new Set(["identify", "connections", commandsScope]);
const shown = 30;

interface AuthorizeRequest {
  application: Application;
  redirectUri: string;
  scopes: string[];
  challenge: string | null;
  state: string | null;
  /** The permissions requested for the bot, when it is to be added. */
  permissions: string | null;
}

/** GET shows the consent page, POST takes the decision; both check the request. */
export function authorize(core: Core, request: Request): Answer {
  const parameters =
    request.method === "POST" ? new URLSearchParams(request.body.toString("utf8")) : request.query;
  const checked = checkAuthorize(core, parameters);
  if ("status" in checked) return checked;
  return request.method === "POST"
    ? decide(core, checked, parameters)
    : showConsent(core, checked, parameters, request.path);
}

function checkAuthorize(core: Core, parameters: URLSearchParams): AuthorizeRequest | Answer {
  const application = core.applications.get(parameters.get("client_id") ?? "");
  if (!application) return refusal("Unknown application", "The client_id is not known.");
  const scopes = (parameters.get("scope") ?? "").split(" ").filter(Boolean);
  const redirectUri = parameters.get("redirect_uri") ?? "";
  const state = parameters.get("state");
  const invite = scopes.includes("bot") && redirectUri === "";
  if (!invite && !acceptsRedirect(application, redirectUri))
    return refusal("Invalid OAuth2 redirect_uri", "Redirect URI is not supported by client");
  const back = (error: string, description: string): Answer =>
    invite
      ? refusal(error, description)
      : redirect(redirectUri, { error, error_description: description, state });
  if (!invite && parameters.get("response_type") !== "code")
    return back("unsupported_response_type", "The authorization server does not support this response type");
  if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope)))
    return back("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if ((challenge === null) !== (method === null) || (method !== null && method !== "S256"))
    return back("invalid_request", 'Invalid "code_challenge_method": only S256 is supported');
  if (challenge !== null && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return back("invalid_request", 'Invalid "code_challenge"');
  const permissions = scopes.includes("bot") ? (parameters.get("permissions") ?? "0") : null;
  if (permissions !== null && !/^\d{1,20}$/.test(permissions))
    return back("invalid_request", 'Invalid "permissions"');
  return { application, redirectUri, scopes, challenge, state, permissions };
}

function showConsent(
  core: Core,
  request: AuthorizeRequest,
  parameters: URLSearchParams,
  path: string,
): Answer {
  const search = (parameters.get("q") ?? "").trim();
  const matching = findPeople(core, search);
  return {
    status: 200,
    body: consentPage({
      path,
      applicationName: request.application.name,
      guildName: core.guild.state.name,
      redirectUri: request.redirectUri,
      scopes: request.scopes,
      parameters: new Map([...parameters].filter(([name]) => name !== "q")),
      search,
      people: matching.slice(0, shown),
      found: matching.length,
      outsider: outsider(core),
      permissions: request.permissions,
    }),
  };
}

function decide(core: Core, request: AuthorizeRequest, parameters: URLSearchParams): Answer {
  const { application, redirectUri, scopes, challenge, state } = request;
  if (parameters.get("decision") === "cancel")
    return redirectUri
      ? redirect(redirectUri, {
          error: "access_denied",
          error_description: "The resource owner or authorization server denied the request",
          state,
        })
      : { status: 200, body: messagePage("Cancelled", "Nothing was changed.") };
  const userId = parameters.get("user_id") ?? "";
  if (!core.guild.state.people.has(userId))
    return refusal("Nobody picked", "Pick the member to sign in as and try again.");
  if (request.permissions !== null) invite(core, application, request.permissions);
  if (!redirectUri)
    return { status: 200, body: messagePage("Authorized", `${application.name} is in the server.`) };
  const code = core.oauth.issueCode({ userId, clientId: application.id, redirectUri, scopes, challenge });
  const guildId = request.permissions === null ? null : core.guild.state.id;
  return redirect(redirectUri, { code, state, guild_id: guildId, permissions: request.permissions });
}

function invite(core: Core, application: Application, permissions: string): void {
  if (!core.guild.state.members.has(application.id)) core.guild.admitBot(application);
  if (permissions !== "0") core.guild.editRole(application.botRoleId, { permissions });
  core.changed();
}

function redirect(address: string, parameters: Record<string, string | null>): Answer {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return { status: 303, headers: { location: url.href } };
}

function refusal(title: string, text: string): Answer {
  return { status: 400, body: messagePage(title, text) };
}

/** Answers the token endpoint: form-encoded requests only; refusals in the form of RFC 6749. */
export function exchangeToken(core: Core, request: Request): Answer {
  return asOAuth(() => {
    const form = formBody(request);
    const application = authenticateClient(core, request, form);
    const grantType = form.get("grant_type");
    if (grantType === "authorization_code")
      return tokens(
        core.oauth.redeem(
          form.get("code") ?? "",
          application.id,
          form.get("redirect_uri") ?? "",
          form.get("code_verifier"),
        ),
      );
    if (grantType === "refresh_token")
      return tokens(core.oauth.refresh(form.get("refresh_token") ?? "", application.id));
    if (grantType === "client_credentials") return forApplication(core, application, form);
    throw new OAuthError("unsupported_grant_type", `Grant type ${grantType ?? "None"} is not supported`);
  });
}

/**
 * Gives an application a token of its own, without a refresh token.
 * https://discord.com/developers/docs/topics/oauth2#client-credentials-grant
 */
function forApplication(core: Core, application: Application, form: URLSearchParams): Answer {
  const scopes = (form.get("scope") ?? "").split(" ").filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !ownScopes.has(scope)))
    throw new OAuthError("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
  const { accessToken } = core.oauth.issue(application.id, application.id, scopes);
  return answer({
    ...{ token_type: "Bearer", access_token: accessToken },
    ...{ expires_in: defaults.tokenLifetime, scope: scopes.join(" ") },
  });
}

/** Revokes the whole authorization a token belongs to. */
export function revokeToken(core: Core, request: Request): Answer {
  return asOAuth(() => {
    const form = formBody(request);
    const application = authenticateClient(core, request, form);
    core.oauth.revoke(form.get("token") ?? "", application.id);
    return { status: 200, body: {} };
  });
}

function asOAuth(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof OAuthError)
      return {
        status: error.status,
        body: error.body(),
        headers: error.status === 401 ? { "www-authenticate": "Basic" } : {},
      };
    throw error;
  }
}

function formBody(request: Request): URLSearchParams {
  const type = request.headers["content-type"] ?? "";
  return new URLSearchParams(
    type.startsWith("application/x-www-form-urlencoded") ? request.body.toString("utf8") : "",
  );
}

function authenticateClient(core: Core, request: Request, form: URLSearchParams): Application {
  const { authorization = "" } = request.headers;
  let id = form.get("client_id") ?? "";
  let secret = form.get("client_secret") ?? "";
  if (authorization.startsWith("Basic ")) {
    const [user = "", ...password] = Buffer.from(authorization.slice(6), "base64")
      .toString("utf8")
      .split(":");
    id = user;
    secret = password.join(":");
  }
  const application = core.applications.get(id);
  if (!application || application.clientSecret !== secret)
    throw new OAuthError("invalid_client", undefined, 401);
  return application;
}

function tokens(grant: Grant): Answer {
  return answer<RESTPostOAuth2AccessTokenResult>({
    token_type: "Bearer",
    access_token: grant.accessToken,
    expires_in: defaults.tokenLifetime,
    refresh_token: grant.refreshToken,
    scope: grant.scopes.join(" "),
  });
}
