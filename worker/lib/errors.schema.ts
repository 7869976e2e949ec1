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
  bot_token_missing: {
    status: 400,
    en: "{name} has no token. Put one in under its settings before starting it.",
    da: "{name} har intet token. Indsæt et under dens indstillinger, før du starter den.",
  },
  bot_files_limit: {
    status: 400,
    en: "A bot has at most {files} text files, together at most {kilobytes} kB.",
    da: "En bot har højst {files} tekstfiler, tilsammen højst {kilobytes} kB.",
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
  gateway_signature: {
    status: 401,
    en: "The signature of this request is missing, wrong or too old. Give the bot gateway the same BOT_GATEWAY_SECRET and the right time.",
    da: "Forespørgslens signatur mangler, er forkert eller for gammel. Giv bot-gatewayen samme BOT_GATEWAY_SECRET og det rigtige klokkeslæt.",
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
  bot_already_running: {
    status: 409,
    en: "{name} is already running. Restart it if it should begin anew.",
    da: "{name} kører allerede. Genstart den, hvis den skal begynde forfra.",
  },
  bot_not_running: {
    status: 409,
    en: "{name} is not running, so there is nothing to stop.",
    da: "{name} kører ikke, så der er intet at stoppe.",
  },
  crm_bot_not_running: {
    status: 409,
    en: "CRM bot is not running. Start it under Discord bots and try again.",
    da: "CRM bot is not running. Start botten under Discord-bots, og prøv igen.",
  },
  bot_file_exists: {
    status: 409,
    en: "{fileName} cannot be made: the bot has a file or folder of that name.",
    da: "{fileName} kan ikke oprettes: botten har en fil eller mappe med det navn.",
  },
  main_file_needed: {
    status: 409,
    en: "{fileName} is the file that is started. Make another file the main file before deleting it.",
    da: "{fileName} er den fil, der startes. Gør en anden fil til hovedfil, før du sletter den.",
  },
  no_disk_files: {
    status: 409,
    en: "The bot gateway has no files of this bot. They come there when it is started.",
    da: "Bot-gatewayen har ingen filer fra denne bot. De kommer dertil, når den startes.",
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
  upgrade_required: {
    status: 426,
    en: "This address only takes WebSocket connections. Open the command centre itself instead.",
    da: "Denne adresse tager kun imod WebSocket-forbindelser. Åbn selve kommandocentralen i stedet.",
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
  gateway_refused: {
    status: 502,
    en: "The bot gateway refused our signature. Check that it has the same BOT_GATEWAY_SECRET and the right time.",
    da: "Bot-gatewayen afviste vores signatur. Tjek, at den har samme BOT_GATEWAY_SECRET og det rigtige klokkeslæt.",
  },
  gateway_failed: {
    status: 502,
    en: "The bot gateway could not do this. Try again; its own log says why.",
    da: "Bot-gatewayen kunne ikke gøre dette. Prøv igen; dens egen log siger hvorfor.",
  },
  sync_gateway_failed: {
    status: 502,
    en: "Failed to sync Discord members: the bot gateway could not ask the CRM bot. Look at the bot's log and try again.",
    da: "Failed to sync Discord members: bot-gatewayen kunne ikke spørge CRM-botten. Se bottens log, og prøv igen.",
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
  sync_gateway_unreachable: {
    status: 503,
    en: "Failed to sync Discord members: the bot gateway does not answer. Try again in a moment.",
    da: "Failed to sync Discord members: bot-gatewayen svarer ikke. Prøv igen om lidt.",
  },
  gateway_unreachable: {
    status: 503,
    en: "The bot gateway does not answer. Check that it runs and try again.",
    da: "Bot-gatewayen svarer ikke. Tjek, at den kører, og prøv igen.",
  },
  gateway_busy: {
    status: 503,
    en: "The bot gateway is busy with this bot. Try again in a moment.",
    da: "Bot-gatewayen er optaget af denne bot. Prøv igen om lidt.",
  },
  gateway_not_configured: {
    status: 503,
    en: "Nothing is set up here to run bots. Set BOT_GATEWAY_URL and BOT_GATEWAY_SECRET.",
    da: "Intet er sat op til at køre bots. Angiv BOT_GATEWAY_URL og BOT_GATEWAY_SECRET.",
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
