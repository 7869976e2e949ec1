import type { Language } from "./wire.schema.ts";

type Entry = { status: number } & Record<Language, string>;

/**
 * The closed list of errors: HTTP status and a sentence a person can act on in each language.
 * `{name}` is filled in from the error's parameters.
 */
export const ERRORS = {
  invalid_input: {
    status: 400,
    en: "Some of what you entered is not right: {fields}.",
    da: "Noget af det indtastede er ikke rigtigt: {fields}.",
  },
  malformed_body: {
    status: 400,
    en: "The request could not be read. Send valid JSON and try again.",
    da: "Forespørgslen kunne ikke læses. Send gyldig JSON, og prøv igen.",
  },
  weak_password: {
    status: 400,
    en: "That password is too easy to guess. Choose another one.",
    da: "Den adgangskode er for let at gætte. Vælg en anden.",
  },
  assignee_needed: {
    status: 400,
    en: "Choose who takes over before moving {name} to onboarding.",
    da: "Vælg, hvem der tager over, før {name} flyttes til onboarding.",
  },
  reason_needed: {
    status: 400,
    en: "Write a reason: the next person needs to know why.",
    da: "Skriv en begrundelse: den næste skal vide hvorfor.",
  },
  nothing_to_save: {
    status: 400,
    en: "Write a note or choose a new deadline before saving.",
    da: "Skriv en note, eller vælg en ny frist, før du gemmer.",
  },
  signed_out: {
    status: 401,
    en: "You are not signed in. Sign in and try again.",
    da: "Du er ikke logget ind. Log ind, og prøv igen.",
  },
  wrong_credentials: {
    status: 401,
    en: "Username or password is wrong.",
    da: "Brugernavn eller adgangskode er forkert.",
  },
  forbidden: {
    status: 403,
    en: "Your role does not include this ({permission}). Ask an administrator if you need it.",
    da: "Din rolle omfatter ikke dette ({permission}). Spørg en administrator, hvis du har brug for det.",
  },
  cross_site: {
    status: 403,
    en: "The request came from another website and was refused. Open the command centre itself and try again.",
    da: "Forespørgslen kom fra et andet websted og blev afvist. Åbn selve kommandocentralen, og prøv igen.",
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
  role_not_yours: {
    status: 403,
    en: "You cannot give the role {role}: it does not exist or stands above your own.",
    da: "Du kan ikke give rollen {role}: den findes ikke eller står over din egen.",
  },
  outranked: {
    status: 403,
    en: "{name} holds a role as high as yours or higher. Ask somebody above you to make this change.",
    da: "{name} har en rolle på niveau med din eller højere. Bed en over dig om at foretage ændringen.",
  },
  not_found: {
    status: 404,
    en: "This does not exist, or you cannot see it.",
    da: "Dette findes ikke, eller du kan ikke se det.",
  },
  crm_bot_not_found: {
    status: 404,
    en: "CRM bot not found. Add the bot under Discord bots and give it its token.",
    da: "CRM bot not found. Tilføj botten under Discord-bots, og giv den dens token.",
  },
  stale_version: {
    status: 409,
    en: "{name} was changed by somebody else while you were working. Look at what changed and try again.",
    da: "{name} blev ændret af en anden, mens du arbejdede. Se, hvad der er ændret, og prøv igen.",
  },
  illegal_transition: {
    status: 409,
    en: "A prospect cannot go from {from} to {to}.",
    da: "En kandidat kan ikke gå fra {from} til {to}.",
  },
  assignee_unavailable: {
    status: 409,
    en: "That person cannot be given prospects: not an active member with permission to work on them.",
    da: "Den person kan ikke få kandidater: ikke et aktivt medlem med tilladelse til at arbejde med dem.",
  },
  same_person: {
    status: 409,
    en: "Choose somebody other than the person who has the prospects now.",
    da: "Vælg en anden end den, der har kandidaterne nu.",
  },
  last_administrator: {
    status: 409,
    en: "{name} is the last active administrator. Make another one first.",
    da: "{name} er den sidste aktive administrator. Udnævn en anden først.",
  },
  username_taken: {
    status: 409,
    en: "The username {username} is taken. Choose another one.",
    da: "Brugernavnet {username} er optaget. Vælg et andet.",
  },
  discord_id_taken: {
    status: 409,
    en: "Somebody with the Discord id {discordId} is already in the pipeline.",
    da: "En person med Discord-id {discordId} er allerede i pipelinen.",
  },
  undo_not_possible: {
    status: 409,
    en: "This change can no longer be undone: it was undone already or is too old.",
    da: "Ændringen kan ikke længere fortrydes: den er allerede fortrudt eller er for gammel.",
  },
  sync_running: {
    status: 409,
    en: "A member sync is already running. Its progress is shown on the CRM page.",
    da: "En medlemssynkronisering er allerede i gang. Fremdriften vises på CRM-siden.",
  },
  sync_taken_over: {
    status: 409,
    en: "Failed to sync Discord members: another run took this one over.",
    da: "Failed to sync Discord members: en anden kørsel tog over.",
  },
  sync_interrupted: {
    status: 409,
    en: "The member sync was interrupted. Start it again: it goes on where it stopped.",
    da: "Medlemssynkroniseringen blev afbrudt. Start den igen: den fortsætter, hvor den slap.",
  },
  body_too_large: {
    status: 413,
    en: "That is too much at once. Send at most {limit} kB.",
    da: "Det er for meget på én gang. Send højst {limit} kB.",
  },
  json_only: {
    status: 415,
    en: "Send the request as JSON (Content-Type: application/json).",
    da: "Send forespørgslen som JSON (Content-Type: application/json).",
  },
  too_many_attempts: {
    status: 429,
    en: "Too many attempts. Wait {minutes} minutes and try again.",
    da: "For mange forsøg. Vent {minutes} minutter, og prøv igen.",
  },
  internal: {
    status: 500,
    en: "Something went wrong on our side. Try again; if it stays, tell an administrator the number {requestId}.",
    da: "Noget gik galt hos os. Prøv igen; bliver det ved, så giv en administrator nummeret {requestId}.",
  },
  sync_discord_unauthorized: {
    status: 502,
    en: "Failed to sync Discord members: Discord refused the CRM bot's token. Put in a new one under Discord bots.",
    da: "Failed to sync Discord members: Discord afviste CRM-bottens token. Indsæt et nyt under Discord-bots.",
  },
  sync_discord_forbidden: {
    status: 502,
    en: "Failed to sync Discord members: the CRM bot may not read the member list. Switch on the Server Members intent in Discord's developer portal and check that the bot is in the server.",
    da: "Failed to sync Discord members: CRM-botten må ikke læse medlemslisten. Slå Server Members intent til i Discords udviklerportal, og tjek, at botten er på serveren.",
  },
  sync_guild_not_found: {
    status: 502,
    en: "Failed to sync Discord members: Discord does not know the server. Check DISCORD_GUILD_ID.",
    da: "Failed to sync Discord members: Discord kender ikke serveren. Tjek DISCORD_GUILD_ID.",
  },
  sync_bad_answer: {
    status: 502,
    en: "Failed to sync Discord members: Discord's answer made no sense. Nothing of it was used; try again later.",
    da: "Failed to sync Discord members: Discords svar gav ikke mening. Intet af det blev brugt; prøv igen senere.",
  },
  sync_discord_rate_limited: {
    status: 503,
    en: "Failed to sync Discord members: Discord asks us to wait. Try again in {minutes} minutes; the sync goes on where it stopped.",
    da: "Failed to sync Discord members: Discord beder os vente. Prøv igen om {minutes} minutter; synkroniseringen fortsætter, hvor den slap.",
  },
  sync_discord_unavailable: {
    status: 503,
    en: "Failed to sync Discord members: Discord does not answer. Try again in a moment; the sync goes on where it stopped.",
    da: "Failed to sync Discord members: Discord svarer ikke. Prøv igen om lidt; synkroniseringen fortsætter, hvor den slap.",
  },
  misconfigured: {
    status: 503,
    en: "The command centre is not set up: {problem}",
    da: "Kommandocentralen er ikke sat op: {problem}",
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;

/** RFC 9457 problem document, as every error is answered (`application/problem+json`). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  /** Sentences by field where a form was wrong. */
  errors?: Record<string, string[]>;
  /** The record as it is now, with `stale_version`. */
  current?: unknown;
};
