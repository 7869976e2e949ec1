import { defineAudit, readBy } from "../../lib/audit.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";

const privately = readBy("private");
const forEveryone = readBy("everyone");

/** Entries name no handle: the log cannot be changed when the user is deleted. */
export const rsiAudit = defineAudit({
  "rsi.requested": privately(
    "{actor} asked to verify an RSI account",
    "{actor} bad om at verificere en RSI-konto",
  ),
  "rsi.cancelled": privately(
    "{actor} cancelled verifying an RSI account",
    "{actor} annullerede verificeringen af en RSI-konto",
  ),
  "rsi.verified": forEveryone("{actor} verified their RSI account", "{actor} verificerede sin RSI-konto"),
  "rsi.lost": privately(
    "{subject} lost their RSI account: {actor} verified it",
    "{subject} mistede sin RSI-konto: {actor} verificerede den",
  ),
  "rsi.removed": forEveryone(
    "{actor} removed the verification of an RSI account",
    "{actor} fjernede verificeringen af en RSI-konto",
  ),
  "rsi.loss_seen": privately(
    "{actor} read that an RSI account is somebody else's",
    "{actor} læste, at en RSI-konto er en andens",
  ),
});

export const rsiNotices = defineNotices(YOUR_ACCOUNT, {
  "rsi.lost": {
    title: {
      en: "Your RSI account is verified by somebody else",
      da: "Din RSI-konto er verificeret af en anden",
    },
    // The account page shows it until the user has read it.
    onBell: false,
    opens: { page: "/account" },
    en: "Another member proved that the RSI account {handle} is theirs. If it is yours, verify it again on your account page.",
    da: "Et andet medlem har bevist, at RSI-kontoen {handle} er deres. Er den din, så verificer den igen på din kontoside.",
    mail: {
      en: { subject: "RSI account {handle} is no longer yours" },
      da: { subject: "RSI-kontoen {handle} er ikke længere din" },
    },
  },
});

/** The message after a successful verification. */
export const verifiedMessage = (handle: string, language: Language): string =>
  language === "da"
    ? `${handle} er din. Du kan nu fjerne koden fra din Short Bio.`
    : `${handle} is yours. You can now take the code out of your Short Bio.`;

export const rsiSentences = {
  rsi_record: {
    en: "That is your citizen record number. Enter your handle: the last part of your profile's address",
    da: "Det er dit borgernummer. Indtast dit handle: den sidste del af din profils adresse",
  },
  rsi_handle: {
    en: "Enter the handle alone (letters, numbers, dashes and underscores) or the address of the profile",
    da: "Indtast kun handlet (bogstaver, tal, bindestreg og understreg) eller profilens adresse",
  },
} satisfies Sentences;
