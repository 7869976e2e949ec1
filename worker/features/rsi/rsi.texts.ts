import { defineAudit } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { Notice } from "../users/index.ts";

export const rsiAudit = defineAudit({
  "rsi.requested": {
    audience: "private",
    en: "{actor} asked to verify RSI account {handle}",
    da: "{actor} bad om at verificere RSI-kontoen {handle}",
  },
  "rsi.cancelled": {
    audience: "private",
    en: "{actor} cancelled verifying RSI account {handle}",
    da: "{actor} annullerede verificeringen af RSI-kontoen {handle}",
  },
  "rsi.verified": {
    audience: "everyone",
    en: "{actor} verified RSI account {handle}",
    da: "{actor} verificerede RSI-kontoen {handle}",
  },
  "rsi.lost": {
    audience: "private",
    en: "RSI account {handle} is no longer {subject}'s: {actor} verified it",
    da: "RSI-kontoen {handle} er ikke længere {subject}s: {actor} verificerede den",
  },
  "rsi.removed": {
    audience: "everyone",
    en: "{actor} removed the verification of RSI account {handle}",
    da: "{actor} fjernede verificeringen af RSI-kontoen {handle}",
  },
  "rsi.loss_seen": {
    audience: "private",
    en: "{actor} read that RSI account {handle} is somebody else's",
    da: "{actor} læste, at RSI-kontoen {handle} er en andens",
  },
});

/** The e-mail to a user whose handle another user has proved to be theirs. */
export const lostNotice = (handle: string): Notice => ({
  en: {
    subject: `RSI account ${handle} is no longer yours`,
    text: `Another member proved that the RSI account ${handle} is theirs. If it is yours, verify it again on your account page.`,
  },
  da: {
    subject: `RSI-kontoen ${handle} er ikke længere din`,
    text: `Et andet medlem har bevist, at RSI-kontoen ${handle} er deres. Er den din, så verificér den igen på din kontoside.`,
  },
});

/** What a user is told when the code was found. */
export const verifiedMessage = (handle: string, language: Language): string =>
  language === "da"
    ? `${handle} er din. Du kan nu fjerne koden fra din Short Bio.`
    : `${handle} is yours. You can now take the code out of your Short Bio.`;
