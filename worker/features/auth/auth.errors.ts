import { defineErrors, problem } from "../../lib/errors.ts";

export const authErrors = defineErrors({
  weak_password: problem(400)(
    "That password is one of the most common ones, which attackers try first. Choose another one.",
    "Den adgangskode er en af de mest almindelige, som angribere prøver først. Vælg en anden.",
  ),
  password_of_names: problem(400)(
    "Too close to your name or the organization's. Choose one that is harder to guess.",
    "For tæt på dit eller organisationens navn. Vælg en, der er sværere at gætte.",
  ),
  password_too_short: problem(400)(
    "A password here needs at least {least} characters. Choose a longer one.",
    "En adgangskode skal her være på mindst {least} tegn. Vælg en længere.",
  ),
  wrong_password: problem(400, "sign_in_failed")(
    "That is not your password. Try again, or ask an administrator for a link to choose a new one.",
    "Det er ikke din adgangskode. Prøv igen, eller bed en administrator om et link til at vælge en ny.",
  ),
  wrong_confirmation: problem(400)(
    "Type your username, {username}, to confirm.",
    "Skriv dit brugernavn, {username}, for at bekræfte.",
  ),
  password_missing: problem(409)(
    "This account has no password. Set one first.",
    "Kontoen har ingen adgangskode. Vælg en først.",
  ),
  password_present: problem(409)(
    "This account has a password already. Change that one instead.",
    "Kontoen har allerede en adgangskode. Skift den i stedet.",
  ),
  discord_present: problem(409)(
    "A Discord account is linked already. Unlink it first.",
    "En Discord-konto er allerede tilknyttet. Fjern den først.",
  ),
  discord_missing: problem(409)(
    "No Discord account is linked. Reload the page.",
    "Ingen Discord-konto er tilknyttet. Genindlæs siden.",
  ),
  discord_taken: problem(409)(
    "That Discord account belongs to another user here. Sign in with Discord to use that one, or ask an administrator to delete it.",
    "Den Discord-konto tilhører en anden bruger her. Log ind med Discord for at bruge den, eller bed en administrator om at slette den.",
  ),
  last_way_in: problem(409)(
    "Discord is your only way to sign in. Set a password first.",
    "Discord er din eneste måde at logge ind på. Vælg en adgangskode først.",
  ),
  discord_synced: problem(409)(
    "You are in the Discord server, and its sync knows you by this account: unlinked, it would add you a second time. Leave the server first, or keep the link.",
    "Du er på Discord-serveren, og synkroniseringen kender dig på denne konto: uden tilknytningen ville den tilføje dig en gang til. Forlad serveren først, eller behold tilknytningen.",
  ),
  wrong_credentials: problem(401, "sign_in_failed")(
    "Username or password is wrong.",
    "Brugernavn eller adgangskode er forkert.",
  ),
  account_inactive: problem(403, "member_inactive")(
    "Your membership is inactive. Ask an officer to activate it again.",
    "Dit medlemskab er inaktivt. Bed en officer om at aktivere det igen.",
  ),
  registration_closed: problem(403)(
    "Creating accounts here is switched off. Sign in with Discord instead.",
    "Oprettelse af konti her er slået fra. Log ind med Discord i stedet.",
  ),
  password_link_ended: problem(410)(
    "This link has been used, has been replaced or is older than 24 hours. Ask an administrator for a new one.",
    "Linket er brugt, erstattet af et nyt eller mere end 24 timer gammelt. Bed en administrator om et nyt.",
  ),
  username_taken: problem(409)(
    "The username {username} is taken. Choose another one.",
    "Brugernavnet {username} er optaget. Vælg et andet.",
  ),
  username_alike: problem(409)(
    "The username {username} looks like another one here. Choose one that cannot be mistaken for it.",
    "Brugernavnet {username} ligner et andet her. Vælg et, der ikke kan forveksles med det.",
  ),
  display_name_taken: problem(409)(
    "The name {name} looks like that of a member who looks after this organization. Choose another one.",
    "Navnet {name} ligner et medlems, der tager sig af organisationen. Vælg et andet.",
  ),
  too_many_attempts: problem(429, "sign_in_waited")(
    "Too many attempts. Wait {wait} and try again.",
    "For mange forsøg. Vent {wait}, og prøv igen.",
  ),
});
