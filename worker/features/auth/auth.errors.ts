import { defineErrors } from "../../lib/errors.ts";

export const authErrors = defineErrors({
  weak_password: {
    status: 400,
    en: "That password is one of the most common ones, which attackers try first. Choose another one.",
    da: "Den adgangskode er en af de mest almindelige, som angribere prøver først. Vælg en anden.",
  },
  password_of_names: {
    status: 400,
    en: "Too close to your name or the organization's. Choose one that is harder to guess.",
    da: "For tæt på dit eller organisationens navn. Vælg en, der er sværere at gætte.",
  },
  password_too_short: {
    status: 400,
    en: "A password here needs at least {least} characters. Choose a longer one.",
    da: "En adgangskode skal her være på mindst {least} tegn. Vælg en længere.",
  },
  wrong_password: {
    status: 400,
    refusal: "sign_in_failed",
    en: "That is not your password. Try again, or ask an administrator for a link to choose a new one.",
    da: "Det er ikke din adgangskode. Prøv igen, eller bed en administrator om et link til at vælge en ny.",
  },
  wrong_confirmation: {
    status: 400,
    en: "Type your username, {username}, to confirm.",
    da: "Skriv dit brugernavn, {username}, for at bekræfte.",
  },
  password_missing: {
    status: 409,
    en: "This account has no password. Set one first.",
    da: "Kontoen har ingen adgangskode. Vælg en først.",
  },
  password_present: {
    status: 409,
    en: "This account has a password already. Change that one instead.",
    da: "Kontoen har allerede en adgangskode. Skift den i stedet.",
  },
  discord_present: {
    status: 409,
    en: "A Discord account is linked already. Unlink it first.",
    da: "En Discord-konto er allerede tilknyttet. Fjern den først.",
  },
  discord_missing: {
    status: 409,
    en: "No Discord account is linked. Reload the page.",
    da: "Ingen Discord-konto er tilknyttet. Genindlæs siden.",
  },
  discord_taken: {
    status: 409,
    en: "That Discord account belongs to another user here. Sign in with Discord to use that one, or ask an administrator to delete it.",
    da: "Den Discord-konto tilhører en anden bruger her. Log ind med Discord for at bruge den, eller bed en administrator om at slette den.",
  },
  last_way_in: {
    status: 409,
    en: "Discord is your only way to sign in. Set a password first.",
    da: "Discord er din eneste måde at logge ind på. Vælg en adgangskode først.",
  },
  discord_synced: {
    status: 409,
    en: "You are in the Discord server, and its sync knows you by this account: unlinked, it would add you a second time. Leave the server first, or keep the link.",
    da: "Du er på Discord-serveren, og synkroniseringen kender dig på denne konto: uden tilknytningen ville den tilføje dig en gang til. Forlad serveren først, eller behold tilknytningen.",
  },
  wrong_credentials: {
    status: 401,
    refusal: "sign_in_failed",
    en: "Username or password is wrong.",
    da: "Brugernavn eller adgangskode er forkert.",
  },
  account_inactive: {
    status: 403,
    refusal: "member_inactive",
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
  username_alike: {
    status: 409,
    en: "The username {username} looks like another one here. Choose one that cannot be mistaken for it.",
    da: "Brugernavnet {username} ligner et andet her. Vælg et, der ikke kan forveksles med det.",
  },
  display_name_taken: {
    status: 409,
    en: "The name {name} looks like that of a member who looks after this organization. Choose another one.",
    da: "Navnet {name} ligner et medlems, der tager sig af organisationen. Vælg et andet.",
  },
  too_many_attempts: {
    status: 429,
    refusal: "sign_in_waited",
    en: "Too many attempts. Wait {wait} and try again.",
    da: "For mange forsøg. Vent {wait}, og prøv igen.",
  },
});
