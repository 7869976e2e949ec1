import { type Call, type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { card, form, type Link, plain, type Reply, timestamp } from "../../lib/commands/reply.ts";
import { VERIFY_COMMAND_TEXTS as TEXTS } from "./rsi.commands.texts.ts";
import * as routes from "./rsi.routes.ts";
import { HANDLE_INPUT_LENGTH, type RsiRequest } from "./rsi.schema.ts";

const profileLink = (call: Call, href: string | null): Link[] =>
  href ? [{ label: call.say(TEXTS.profile), href }] : [];

/** The code and what to do with it. */
function steps(call: Call, { id, rsiHandle, verificationCode, profileUrl, expiresAt }: RsiRequest): Reply {
  return card({
    title: call.say(TEXTS.title),
    lines: [
      call.say(TEXTS.put, { handle: plain(rsiHandle) }),
      `\`\`\`\n${verificationCode}\n\`\`\``,
      call.say(TEXTS.steps),
    ],
    note: call.say(TEXTS.until, { when: timestamp(expiresAt, "R") }),
    buttons: [
      { label: call.say(TEXTS.check), action: "check", given: { id }, style: "main" },
      ...profileLink(call, profileUrl),
      { label: call.say(TEXTS.cancel), action: "cancel", given: { id } },
    ],
  });
}

const askForHandle = (call: Call): Reply =>
  form({
    title: call.say(TEXTS.title),
    action: "start",
    fields: [
      {
        ...{ id: "handle", type: "line", most: HANDLE_INPUT_LENGTH, isRequired: true },
        ...{ label: call.say(TEXTS.field), description: call.say(TEXTS.which) },
      },
    ],
  });

const start = async (call: Call, rsiHandle: string): Promise<Reply> =>
  steps(call, await call.ask(routes.askForCodeRoute, { body: { rsiHandle } }));

/** Where the caller's verification stands. @param handle what they want to verify; nothing for what is under way */
async function now(call: Call, handle = ""): Promise<Reply> {
  const { rsiHandle, pendingRequest, profileUrl } = await call.ask(routes.getStatusRoute, {});
  if (pendingRequest && !handle) return steps(call, pendingRequest);
  const isTheirs = !handle || handle.toLowerCase() === rsiHandle?.toLowerCase();
  if (!rsiHandle || !isTheirs) return handle ? start(call, handle) : askForHandle(call);
  return card({
    title: call.say(TEXTS.title),
    lines: [call.say(TEXTS.verified, { handle: plain(rsiHandle) })],
    isIdle: true,
    buttons: [{ label: call.say(TEXTS.another), action: "another" }, ...profileLink(call, profileUrl)],
  });
}

/** Proves the caller's RSI handle by a code in their profile. */
export const verifyCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  options: [{ name: TEXTS.handle, description: TEXTS.which, most: HANDLE_INPUT_LENGTH }],
  run: (call, { handle = "" }) => now(call, String(handle).trim()),
  actions: {
    show: (call) => now(call),
    another: async (call) => askForHandle(call),
    start: (call, _, { handle = "" }) => now(call, handle.trim()),
    async check(call, given) {
      const { message } = await call.ask(routes.checkCodeRoute, { id: idOf(given) });
      return card({ title: call.say(TEXTS.success), lines: [plain(message)], isIdle: true });
    },
    async cancel(call, given) {
      await call.ask(routes.cancelRequestRoute, { id: idOf(given) });
      return card({ title: call.say(TEXTS.title), lines: [call.say(TEXTS.cancelled)], isIdle: true });
    },
  },
};
