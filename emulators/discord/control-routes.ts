import type { Socket } from "node:net";
import { eventCalls, events } from "./control-events.ts";
import {
  applicationId,
  type Call,
  failure,
  Input,
  interaction,
  presence,
  type Read,
  requestFilter,
} from "./control-input.ts";
import { messageCalls, messageReads } from "./control-messages.ts";
import type { DiscordEmulator } from "./emulator.ts";
import { DiscordError } from "./errors.ts";
import { ControlError } from "./guild-inputs.ts";
import { type Answer, isObject, type JsonObject, type Request } from "./http.ts";
import { filterRequests } from "./request-log.ts";

const names = { globalName: "text or null", nick: "text or null", avatar: "text or null" } as const;
const standing = {
  pending: "boolean",
  flags: "number",
  communication_disabled_until: "text or null",
} as const;
const roleFields = {
  color: "number",
  position: "number",
  hoist: "boolean",
  mentionable: "boolean",
  managed: "boolean",
  permissions: "text",
} as const;
const posts: Record<string, Call> = {
  join: ({ guild }, input) =>
    guild.join({
      ...input.some({ ...names, ...standing, email: "text or null", verified: "boolean", roles: "list" }),
      ...input.some({ id: "text" }),
      username: input.text("username"),
    }),
  leave: ({ guild }, input) => guild.leave(input.text("userId")),
  return: ({ guild }, input) =>
    guild.rejoin(input.text("userId"), input.value("roles") === undefined ? [] : input.texts("roles")),
  rename: ({ guild }, input) =>
    guild.rename(input.text("userId"), input.some({ ...names, username: "text" })),
  standing: ({ guild }, input) => guild.setStanding(input.text("userId"), input.some(standing)),
  "member-roles/set": ({ guild }, input) => guild.setRoles(input.text("userId"), input.texts("roles")),
  "member-roles/add": ({ guild }, input) => guild.addRole(input.text("userId"), input.text("role")),
  "member-roles/remove": ({ guild }, input) => guild.removeRole(input.text("userId"), input.text("role")),
  "roles/create": ({ guild }, input) =>
    guild.createRole({ ...input.some(roleFields), name: input.text("name") }),
  "roles/edit": ({ guild }, input) =>
    guild.editRole(input.text("role"), input.some({ ...roleFields, name: "text" })),
  "roles/delete": ({ guild }, input) => guild.deleteRole(input.text("role")),
  presence: ({ guild }, input) => guild.setPresence(input.text("userId"), presence(input)),
  "voice/enter": ({ guild }, input) =>
    guild.enterVoice(
      input.text("userId"),
      input.text("channel"),
      input.some({ selfMute: "boolean", selfDeaf: "boolean" }),
    ),
  "voice/leave": ({ guild }, input) => guild.leaveVoice(input.text("userId")),
  ...eventCalls,
  interaction: ({ interactions }, input) => interactions.send(interaction(input)),
  "interactions-endpoint": ({ setInteractionsEndpoint }, input) => {
    const { url } = input.some<{ url?: string | null }>({ url: "text or null" });
    return setInteractionsEndpoint(url ?? null, input.some({ verify: "boolean", applicationId: "text" }));
  },
  ...messageCalls,
  "follow-up-not-found": ({ interactions }, input) =>
    interactions.delayWebhooks(input.some({ times: "number", ms: "number" })),
  "clock/advance": ({ clock }, input) => clock.advance(input.some<{ ms?: number }>({ ms: "number" }).ms ?? 0),
  "gateway/disconnect": ({ gateway }, input) => {
    const { code } = input.some<{ code?: number }>({ code: "number" });
    const cut = input.value("code") === null;
    return { closed: gateway.disconnect(cut ? null : code, applicationId(input)) };
  },
  "gateway/close-early": ({ gateway }, input) => {
    const { code, times } = input.some<{ code?: number; times?: number }>({
      code: "number",
      times: "number",
    });
    gateway.closeEarly(code ?? 4000, times);
  },
  "gateway/reconnect": ({ gateway }, input) => ({ told: gateway.requestReconnect(applicationId(input)) }),
  "gateway/invalidate": ({ gateway }, input) => ({
    told: gateway.invalidate(input.value("resumable") === true, applicationId(input)),
  }),
  "gateway/heartbeats": ({ gateway }, input) => {
    gateway.acknowledgeHeartbeats = input.value("acknowledge") !== false;
  },
  fail: ({ failures }, input) => failures.fail(failure(input)),
  "failures/clear": ({ failures }, input) => failures.clear(input.some<{ id?: number }>({ id: "number" }).id),
  limit: ({ limits }, input) => {
    const { limit, window, ...route } = input.some<{ limit?: number; window?: number }>({
      route: "text",
      method: "text",
      limit: "number",
      window: "number",
    });
    limits.set({ ...route, limit: limit ?? 1, window: window ?? 1000 });
  },
  "limit/global": ({ limits }, input) =>
    limits.setGlobal(input.some<{ limit?: number }>({ limit: "number" }).limit ?? 50),
  "limit/reset": ({ limits }) => limits.reset(),
  "requests/clear": ({ requests }) => {
    requests.length = 0;
  },
  applications: ({ addApplication }, input) =>
    addApplication({
      ...input.some({ botToken: "text", clientSecret: "text", inGuild: "boolean" }),
      id: input.text("id"),
      name: input.text("name"),
    }),
  intents: ({ setPrivilegedIntents }, input) =>
    setPrivilegedIntents(
      input.some<{ intents?: number }>({ intents: "number" }).intents ?? 0,
      applicationId(input),
    ),
  code: ({ issueCode }, input) => ({
    code: issueCode({
      ...input.some({ scopes: "list", challenge: "text", clientId: "text" }),
      userId: input.text("userId"),
      redirectUri: input.text("redirectUri"),
    }),
  }),
  strange: ({ strange }, input) =>
    strange.begin(input.some<{ seed?: number }>({ seed: "number" }).seed ?? null),
  reset: ({ reset }) => reset(),
};

const reads: Record<string, Read> = {
  state: (emulator) => ({
    clientId: emulator.clientId,
    guildId: emulator.guildId,
    publicKey: emulator.publicKey,
    interactionsEndpoint: emulator.interactionsEndpoint(),
    members: emulator.guild.state.members.size,
    roles: emulator.guild.roles().map(({ id, name, position, managed }) => ({ id, name, position, managed })),
    channels: [...emulator.guild.state.channels.values()].map(({ id, name, type }) => ({ id, name, type })),
    sessions: emulator.gateway.sessions(),
  }),
  members: ({ guild }, query) => {
    const role = query.get("role");
    const search = query.get("q")?.toLowerCase() ?? "";
    return (role ? guild.membersWith(role) : guild.members()).filter(({ user, nick }) =>
      [user.username, user.global_name, nick].some((name) => name?.toLowerCase().includes(search)),
    );
  },
  "scheduled-events": events,
  ...messageReads,
  interactions: ({ interactions }) => interactions.list(),
  commands: ({ commands }, query) => commands(query.get("applicationId") ?? undefined),
  "command-writes": ({ commandWrites }, query) => commandWrites(query.get("applicationId") ?? undefined),
  "gateway/sessions": ({ gateway }) => gateway.sessions(),
  "gateway/logins": ({ gateway }) => gateway.logins(),
  failures: ({ failures }) => failures.list().map((entry) => ({ ...entry, path: String(entry.path) })),
  requests: ({ requests }, query) => filterRequests(requests, requestFilter(query)),
  "requests/count": ({ count }, query) => ({ count: count(requestFilter(query)) }),
};

/**
 * Answers a control call with the right secret: JSON in and out, only from this machine, never from a foreign web
 * page.
 */
export async function handleControl(
  emulator: DiscordEmulator,
  request: Request,
  socket: Socket,
): Promise<Answer> {
  if (!isLocal(request, socket))
    return { status: 403, body: { error: "control calls come from this machine only" } };
  const name = request.path.replace(/^\/__control\/?/, "");
  try {
    if (request.method === "GET") {
      const read = reads[name];
      return read ? { status: 200, body: read(emulator, request.query) } : unknownCall(name);
    }
    const call = posts[name];
    if (request.method !== "POST" || !call) return unknownCall(name);
    const result = await call(emulator, new Input(parseBody(request)));
    return { status: 200, body: result ?? { ok: true } };
  } catch (error) {
    if (error instanceof ControlError) return { status: 400, body: { error: error.message } };
    if (error instanceof DiscordError)
      return { status: 400, body: { error: error.message, ...error.body() } };
    throw error;
  }
}

function isLocal(request: Request, socket: Socket): boolean {
  const local = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const { origin } = request.headers;
  return (
    ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(socket.remoteAddress ?? "") &&
    local(request.headers.host ?? "") &&
    (origin === undefined || (URL.canParse(origin) && local(new URL(origin).host)))
  );
}

function parseBody(request: Request): JsonObject {
  if (request.body.length === 0) return {};
  try {
    const body: unknown = JSON.parse(request.body.toString("utf8"));
    if (isObject(body)) return body;
  } catch {
    throw new ControlError("the body is not JSON");
  }
  throw new ControlError("the body must be a JSON object");
}

function unknownCall(name: string): Answer {
  return {
    status: 404,
    body: { error: `there is no control call ${name}`, calls: Object.keys({ ...reads, ...posts }) },
  };
}
