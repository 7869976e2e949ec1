import { defineAudit, readBy } from "../../lib/audit.ts";
import type { Text } from "../../lib/commands/command.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";

export const interactionErrors = defineErrors({
  // Omitted from the security log: Discord itself sends wrong signatures as a test.
  interaction_signature: problem(401)(
    "The signature is missing, wrong or too old.",
    "Signaturen mangler, er forkert eller for gammel.",
  ),
  interaction_repeated: problem(409)("This was answered already.", "Dette er allerede besvaret."),
  commands_refused: problem(502)(
    "Discord did not take the commands ({reason}). Check the application's id and secret, and try again.",
    "Discord tog ikke imod kommandoerne ({reason}). Tjek applikationens id og hemmelighed, og prøv igen.",
  ),
});

export const interactionAudit = defineAudit({
  "commands.registered": readBy("admin.system")(
    "{actor} registered commands in Discord: {written} written, {deleted} deleted",
    "{actor} registrerede kommandoer i Discord: {written} skrevet, {deleted} slettet",
  ),
});

export const interactionNotices = defineNotices(YOUR_ACCOUNT, {
  "command.unanswered": {
    title: { en: "An answer that Discord did not take", da: "Et svar, som Discord ikke tog imod" },
    opens: { page: "/account" },
    en: "Discord did not take the answer to {command}. Look here whether it was done.",
    da: "Discord tog ikke imod svaret på {command}. Se her, om det blev gjort.",
  },
});

export const TEXTS = {
  stranger: {
    en: "**Hi {name}!** I don't know you yet.\nSay hello in the server and an officer adds you, usually the same evening. Added a moment ago? Try again in five minutes.",
    da: "**Hej {name}!** Jeg kender dig ikke endnu.\nSig hej på serveren, så tilføjer en officer dig, som regel samme aften. Lige blevet tilføjet? Prøv igen om fem minutter.",
  },
  strangerOf: {
    en: "**Hi {name}!** I don't know you yet.\nSay hello in the {organization} server and an officer adds you, usually the same evening. Added a moment ago? Try again in five minutes.",
    da: "**Hej {name}!** Jeg kender dig ikke endnu.\nSig hej på {organization}-serveren, så tilføjer en officer dig, som regel samme aften. Lige blevet tilføjet? Prøv igen om fem minutter.",
  },
  joinServer: { en: "Join our server", da: "Kom på vores server" },
  howToJoin: { en: "Open the sign-in page", da: "Åbn login-siden" },
  elsewhere: {
    en: "I answer in my own organization's server alone. Use the command there.",
    da: "Jeg svarer kun på min egen organisations server. Brug kommandoen dér.",
  },
  serverOnly: {
    en: "This works in the organization's server alone. Here I show what is your own: try {commands}.",
    da: "Det virker kun på organisationens server. Her viser jeg det, der er dit eget: prøv {commands}.",
  },
  unknown: {
    en: "I do not know this command any more. Discord shows the new ones in a minute.",
    da: "Jeg kender ikke denne kommando længere. Discord viser de nye om et øjeblik.",
  },
  oldButton: {
    en: "**This is from long ago, so nothing was changed.** Use the command again to see how it is now.",
    da: "**Det her er for længe siden, så intet blev ændret.** Brug kommandoen igen for at se, hvordan det er nu.",
  },
  stale: {
    en: "**This is from {when}.** {why} Nothing was changed.",
    da: "**Det her er fra {when}.** {why} Intet blev ændret.",
  },
  showNow: { en: "Show it as it is now", da: "Vis det, som det er nu" },
  youWrote: { en: "You wrote:", da: "Du skrev:" },
  tooSlow: {
    en: "That took too long for Discord to show the form. Press again.",
    da: "Det tog for lang tid til, at Discord kunne vise formularen. Tryk igen.",
  },
  failed: {
    en: "Something went wrong on our side. Try again; if it stays, tell an administrator the number {requestId}.",
    da: "Noget gik galt hos os. Prøv igen; bliver det ved, så giv en administrator nummeret {requestId}.",
  },
} as const satisfies Record<string, Text>;
