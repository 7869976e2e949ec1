import { defineErrors } from "../../lib/errors.ts";

export const factorErrors = defineErrors({
  wrong_code: {
    status: 400,
    refusal: "code_wrong",
    en: "That code is wrong or has been used. Wait for the next one and try again.",
    da: "Koden er forkert eller allerede brugt. Vent på den næste, og prøv igen.",
  },
  wrong_recovery_code: {
    status: 400,
    refusal: "code_wrong",
    en: "That recovery code is wrong or has been used. Try another one.",
    da: "Gendannelseskoden er forkert eller allerede brugt. Prøv en anden.",
  },
  too_many_codes: {
    status: 429,
    refusal: "code_wrong",
    en: "Too many wrong codes. Wait {wait}, or use a passkey or a recovery code.",
    da: "For mange forkerte koder. Vent {wait}, eller brug en adgangsnøgle eller en gendannelseskode.",
  },
  codes_refused: {
    status: 429,
    refusal: "code_wrong",
    en: "Too many wrong codes were entered for this account today. Sign in on a device that you have used before, or use a passkey or a recovery code.",
    da: "Der er indtastet for mange forkerte koder til kontoen i dag. Log ind på en enhed, du har brugt før, eller brug en adgangsnøgle eller en gendannelseskode.",
  },
  passkey_refused: {
    status: 400,
    refusal: "code_wrong",
    en: "The passkey was not accepted. Try again, or choose another way.",
    da: "Adgangsnøglen blev ikke godtaget. Prøv igen, eller vælg en anden måde.",
  },
  sign_in_ended: {
    status: 410,
    en: "This sign-in has ended. Enter your password again.",
    da: "Dette login er udløbet. Skriv din adgangskode igen.",
  },
  second_factor_without_password: {
    status: 409,
    en: "You sign in with Discord alone. Set a password first, then add a second step.",
    da: "Du logger kun ind med Discord. Vælg en adgangskode først, og tilføj så et andet trin.",
  },
  authenticator_present: {
    status: 409,
    en: "You have an authenticator app already. Remove it first.",
    da: "Du har allerede en godkendelsesapp. Fjern den først.",
  },
  authenticator_missing: {
    status: 409,
    en: "There is no authenticator app to confirm or remove. Reload the page.",
    da: "Der er ingen godkendelsesapp at bekræfte eller fjerne. Genindlæs siden.",
  },
  passkey_present: {
    status: 409,
    en: "This passkey is here already. Use another device or security key.",
    da: "Denne adgangsnøgle findes allerede. Brug en anden enhed eller sikkerhedsnøgle.",
  },
  too_many_passkeys: {
    status: 409,
    en: "You have {limit} passkeys, which is the most. Remove one first.",
    da: "Du har {limit} adgangsnøgler, hvilket er det højeste antal. Fjern en først.",
  },
  second_factor_missing: {
    status: 409,
    en: "There is no second step. Add an authenticator app or a passkey first.",
    da: "Der er intet andet trin. Tilføj en godkendelsesapp eller en adgangsnøgle først.",
  },
  second_factor_missing_of: {
    status: 409,
    en: "{name} signs in without a second step: there is nothing to remove.",
    da: "{name} logger ind uden et andet trin: der er intet at fjerne.",
  },
});
