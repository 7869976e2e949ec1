import { defineErrors } from "../../lib/errors.ts";

export const authErrors = defineErrors({
  weak_password: {
    status: 400,
    en: "That password is too easy to guess. Choose another one.",
    da: "Den adgangskode er for let at gætte. Vælg en anden.",
  },
  wrong_credentials: {
    status: 401,
    en: "Username or password is wrong.",
    da: "Brugernavn eller adgangskode er forkert.",
  },
  account_inactive: {
    status: 403,
    en: "Your membership is inactive. Ask an officer to activate it again.",
    da: "Dit medlemskab er inaktivt. Bed en officer om at aktivere det igen.",
  },
  registration_closed: {
    status: 403,
    en: "Creating accounts here is switched off. Sign in with Discord instead.",
    da: "Oprettelse af konti her er slået fra. Log ind med Discord i stedet.",
  },
  password_link_ended: {
    status: 410,
    en: "This link has been used, has been replaced or is older than 24 hours. Ask an administrator for a new one.",
    da: "Linket er brugt, erstattet af et nyt eller mere end 24 timer gammelt. Bed en administrator om et nyt.",
  },
  username_taken: {
    status: 409,
    en: "The username {username} is taken. Choose another one.",
    da: "Brugernavnet {username} er optaget. Vælg et andet.",
  },
  too_many_attempts: {
    status: 429,
    en: "Too many attempts. Wait {minutes} minutes and try again.",
    da: "For mange forsøg. Vent {minutes} minutter, og prøv igen.",
  },
});
