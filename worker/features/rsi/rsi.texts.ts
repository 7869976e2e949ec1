import { defineAudit } from "../../lib/audit.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";

export const rsiAudit = defineAudit(
  {
    "rsi.requested": {
      readers: "private",
      en: "{actor} asked to verify RSI account {handle}",
      da: "{actor} bad om at verificere RSI-kontoen {handle}",
    },
    "rsi.cancelled": {
      readers: "private",
      en: "{actor} cancelled verifying RSI account {handle}",
      da: "{actor} annullerede verificeringen af RSI-kontoen {handle}",
    },
    "rsi.verified": {
      readers: "everyone",
      en: "{actor} verified RSI account {handle}",
      da: "{actor} verificerede RSI-kontoen {handle}",
    },
    "rsi.lost": {
      readers: "private",
      en: "{subject} lost the RSI account {handle}: {actor} verified it",
      da: "{subject} mistede RSI-kontoen {handle}: {actor} verificerede den",
    },
    "rsi.removed": {
      readers: "everyone",
      en: "{actor} removed the verification of RSI account {handle}",
      da: "{actor} fjernede verificeringen af RSI-kontoen {handle}",
    },
    "rsi.loss_seen": {
      readers: "private",
      en: "{actor} read that RSI account {handle} is somebody else's",
      da: "{actor} læste, at RSI-kontoen {handle} er en andens",
    },
  },
  { fields: { "rsi.verified": { en: "RSI handle", da: "RSI-handle" } } },
);

export const rsiNotices = defineNotices({
  "rsi.lost": {
    // The account page tells it until the user has read it.
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

/** What a user is told when the code was found. */
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
