import { defineErrors, problem } from "../../lib/errors.ts";

export const factorErrors = defineErrors({
  wrong_code: problem(400, "code_wrong")(
    "That code is wrong or has been used. Wait for the next one and try again.",
    "Koden er forkert eller allerede brugt. Vent på den næste, og prøv igen.",
  ),
  wrong_recovery_code: problem(400, "code_wrong")(
    "That recovery code is wrong or has been used. Try another one.",
    "Gendannelseskoden er forkert eller allerede brugt. Prøv en anden.",
  ),
  too_many_codes: problem(429, "code_wrong")(
    "Too many wrong codes. Wait {wait}, or use a passkey or a recovery code.",
    "For mange forkerte koder. Vent {wait}, eller brug en adgangsnøgle eller en gendannelseskode.",
  ),
  codes_refused: problem(429, "code_wrong")(
    "Too many wrong codes were entered for this account today. Sign in on a device that you have used before, or use a passkey or a recovery code.",
    "Der er indtastet for mange forkerte koder til kontoen i dag. Log ind på en enhed, du har brugt før, eller brug en adgangsnøgle eller en gendannelseskode.",
  ),
  passkey_refused: problem(400, "code_wrong")(
    "The passkey was not accepted. Try again, or choose another way.",
    "Adgangsnøglen blev ikke godtaget. Prøv igen, eller vælg en anden måde.",
  ),
  sign_in_ended: problem(410)(
    "This sign-in has ended. Enter your password again.",
    "Dette login er udløbet. Skriv din adgangskode igen.",
  ),
  second_factor_without_password: problem(409)(
    "You sign in with Discord alone. Set a password first, then add a second step.",
    "Du logger kun ind med Discord. Vælg en adgangskode først, og tilføj så et andet trin.",
  ),
  authenticator_present: problem(409)(
    "You have an authenticator app already. Remove it first.",
    "Du har allerede en godkendelsesapp. Fjern den først.",
  ),
  authenticator_missing: problem(409)(
    "There is no authenticator app to confirm or remove. Reload the page.",
    "Der er ingen godkendelsesapp at bekræfte eller fjerne. Genindlæs siden.",
  ),
  passkey_present: problem(409)(
    "This passkey is here already. Use another device or security key.",
    "Denne adgangsnøgle findes allerede. Brug en anden enhed eller sikkerhedsnøgle.",
  ),
  too_many_passkeys: problem(409)(
    "You have {limit} passkeys, which is the most. Remove one first.",
    "Du har {limit} adgangsnøgler, hvilket er det højeste antal. Fjern en først.",
  ),
  second_factor_missing: problem(409)(
    "There is no second step. Add an authenticator app or a passkey first.",
    "Der er intet andet trin. Tilføj en godkendelsesapp eller en adgangsnøgle først.",
  ),
  second_factor_missing_of: problem(409)(
    "{name} signs in without a second step: there is nothing to remove.",
    "{name} logger ind uden et andet trin: der er intet at fjerne.",
  ),
});
