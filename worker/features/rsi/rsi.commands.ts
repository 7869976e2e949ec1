import { type Call, type ChatCommand, idOf, type Text } from "../../lib/commands/command.ts";
import { card, form, type Link, plain, type Reply } from "../../lib/commands/reply.ts";
import { timestamp } from "../../lib/times.schema.ts";
import * as routes from "./rsi.routes.ts";
import { HANDLE_INPUT_LENGTH, type RsiRequest } from "./rsi.schema.ts";

const TEXTS = {
  name: { en: "verify", da: "verificer" },
  description: { en: "Prove which RSI account is yours", da: "Bevis, hvilken RSI-konto der er din" },
  handle: { en: "handle", da: "handle" },
  which: {
    en: "Your RSI handle: the last part of your profile's address",
    da: "Dit RSI-handle: den sidste del af din profils adresse",
  },
  field: { en: "RSI handle", da: "RSI-handle" },
  title: { en: "RSI account", da: "RSI-konto" },
  put: {
    en: "Put this code into the Short Bio of **{handle}**, save, then press Check now:",
    da: "Indsæt koden i Short Bio hos **{handle}**, gem, og tryk så på Tjek nu:",
  },
  steps: {
    en: "1. Open your RSI profile and sign in to the RSI site\n2. Choose Edit, and find Short Bio\n3. Add the code anywhere in it, and save\n4. Come back and press Check now",
    da: "1. Åbn din RSI-profil, og log ind på RSI-siden\n2. Vælg Edit, og find Short Bio\n3. Indsæt koden et sted i feltet, og gem\n4. Kom tilbage, og tryk på Tjek nu",
  },
  until: { en: "The code ends {when}.", da: "Koden udløber {when}." },
  check: { en: "Check now", da: "Tjek nu" },
  profile: { en: "Open RSI profile", da: "Åbn RSI-profil" },
  cancel: { en: "Cancel request", da: "Annuller anmodning" },
  cancelled: { en: "Request cancelled", da: "Anmodningen er annulleret" },
  success: { en: "RSI account verified!", da: "RSI-konto verificeret!" },
  verified: { en: "**{handle}** is verified as yours.", da: "**{handle}** er verificeret som din." },
  another: { en: "Verify another handle", da: "Verificer et andet handle" },
} as const satisfies Record<string, Text>;

const profileLink = (call: Call, href: string | null): Link[] =>
  href ? [{ label: call.say(TEXTS.profile), href }] : [];

/** The code and the steps to verify it. */
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

/** The state of the caller's verification. @param handle the handle to verify; empty for the pending one */
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
