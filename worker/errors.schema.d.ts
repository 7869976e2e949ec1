/**
 * The closed list of errors: HTTP status and a sentence a person can act on in each language.
 * `{name}` is filled in from the error's parameters.
 */
export declare const ERRORS: {
  readonly invalid_input: {
    readonly status: 400;
    readonly en: "Some of what you entered is not right: {fields}.";
    readonly da: "Noget af det indtastede er ikke rigtigt: {fields}.";
  };
  readonly malformed_body: {
    readonly status: 400;
    readonly en: "The request could not be read. Send valid JSON and try again.";
    readonly da: "Forespørgslen kunne ikke læses. Send gyldig JSON, og prøv igen.";
  };
  readonly weak_password: {
    readonly status: 400;
    readonly en: "That password is too easy to guess. Choose another one.";
    readonly da: "Den adgangskode er for let at gætte. Vælg en anden.";
  };
  readonly assignee_needed: {
    readonly status: 400;
    readonly en: "Choose who takes over before moving {name} to onboarding.";
    readonly da: "Vælg, hvem der tager over, før {name} flyttes til onboarding.";
  };
  readonly reason_needed: {
    readonly status: 400;
    readonly en: "Write a reason: the next person needs to know why.";
    readonly da: "Skriv en begrundelse: den næste skal vide hvorfor.";
  };
  readonly nothing_to_save: {
    readonly status: 400;
    readonly en: "Write a note or choose a new deadline before saving.";
    readonly da: "Skriv en note, eller vælg en ny frist, før du gemmer.";
  };
  readonly signed_out: {
    readonly status: 401;
    readonly en: "You are not signed in. Sign in and try again.";
    readonly da: "Du er ikke logget ind. Log ind, og prøv igen.";
  };
  readonly wrong_credentials: {
    readonly status: 401;
    readonly en: "Username or password is wrong.";
    readonly da: "Brugernavn eller adgangskode er forkert.";
  };
  readonly forbidden: {
    readonly status: 403;
    readonly en: "Your role does not include this ({permission}). Ask an administrator if you need it.";
    readonly da: "Din rolle omfatter ikke dette ({permission}). Spørg en administrator, hvis du har brug for det.";
  };
  readonly cross_site: {
    readonly status: 403;
    readonly en: "The request came from another website and was refused. Open the command centre itself and try again.";
    readonly da: "Forespørgslen kom fra et andet websted og blev afvist. Åbn selve kommandocentralen, og prøv igen.";
  };
  readonly account_inactive: {
    readonly status: 403;
    readonly en: "Your membership is inactive. Ask an officer to activate it again.";
    readonly da: "Dit medlemskab er inaktivt. Bed en officer om at aktivere det igen.";
  };
  readonly registration_closed: {
    readonly status: 403;
    readonly en: "Creating accounts here is switched off. Sign in with Discord instead.";
    readonly da: "Oprettelse af konti her er slået fra. Log ind med Discord i stedet.";
  };
  readonly role_not_yours: {
    readonly status: 403;
    readonly en: "You cannot give the role {role}: it does not exist or stands above your own.";
    readonly da: "Du kan ikke give rollen {role}: den findes ikke eller står over din egen.";
  };
  readonly outranked: {
    readonly status: 403;
    readonly en: "{name} holds a role as high as yours or higher. Ask somebody above you to make this change.";
    readonly da: "{name} har en rolle på niveau med din eller højere. Bed en over dig om at foretage ændringen.";
  };
  readonly not_found: {
    readonly status: 404;
    readonly en: "This does not exist, or you cannot see it.";
    readonly da: "Dette findes ikke, eller du kan ikke se det.";
  };
  readonly crm_bot_not_found: {
    readonly status: 404;
    readonly en: "CRM bot not found. Add the bot under Discord bots and give it its token.";
    readonly da: "CRM bot not found. Tilføj botten under Discord-bots, og giv den dens token.";
  };
  readonly stale_version: {
    readonly status: 409;
    readonly en: "{name} was changed by somebody else while you were working. Look at what changed and try again.";
    readonly da: "{name} blev ændret af en anden, mens du arbejdede. Se, hvad der er ændret, og prøv igen.";
  };
  readonly illegal_transition: {
    readonly status: 409;
    readonly en: "A prospect cannot go from {from} to {to}.";
    readonly da: "En kandidat kan ikke gå fra {from} til {to}.";
  };
  readonly assignee_unavailable: {
    readonly status: 409;
    readonly en: "That person cannot be given prospects: not an active member with permission to work on them.";
    readonly da: "Den person kan ikke få kandidater: ikke et aktivt medlem med tilladelse til at arbejde med dem.";
  };
  readonly same_person: {
    readonly status: 409;
    readonly en: "Choose somebody other than the person who has the prospects now.";
    readonly da: "Vælg en anden end den, der har kandidaterne nu.";
  };
  readonly last_administrator: {
    readonly status: 409;
    readonly en: "{name} is the last active administrator. Make another one first.";
    readonly da: "{name} er den sidste aktive administrator. Udnævn en anden først.";
  };
  readonly username_taken: {
    readonly status: 409;
    readonly en: "The username {username} is taken. Choose another one.";
    readonly da: "Brugernavnet {username} er optaget. Vælg et andet.";
  };
  readonly discord_id_taken: {
    readonly status: 409;
    readonly en: "Somebody with the Discord id {discordId} is already in the pipeline.";
    readonly da: "En person med Discord-id {discordId} er allerede i pipelinen.";
  };
  readonly undo_not_possible: {
    readonly status: 409;
    readonly en: "This change can no longer be undone: it was undone already or is too old.";
    readonly da: "Ændringen kan ikke længere fortrydes: den er allerede fortrudt eller er for gammel.";
  };
  readonly sync_running: {
    readonly status: 409;
    readonly en: "A member sync is already running. Its progress is shown on the CRM page.";
    readonly da: "En medlemssynkronisering er allerede i gang. Fremdriften vises på CRM-siden.";
  };
  readonly sync_taken_over: {
    readonly status: 409;
    readonly en: "Failed to sync Discord members: another run took this one over.";
    readonly da: "Failed to sync Discord members: en anden kørsel tog over.";
  };
  readonly body_too_large: {
    readonly status: 413;
    readonly en: "That is too much at once. Send at most {limit} kB.";
    readonly da: "Det er for meget på én gang. Send højst {limit} kB.";
  };
  readonly json_only: {
    readonly status: 415;
    readonly en: "Send the request as JSON (Content-Type: application/json).";
    readonly da: "Send forespørgslen som JSON (Content-Type: application/json).";
  };
  readonly too_many_attempts: {
    readonly status: 429;
    readonly en: "Too many attempts. Wait {minutes} minutes and try again.";
    readonly da: "For mange forsøg. Vent {minutes} minutter, og prøv igen.";
  };
  readonly internal: {
    readonly status: 500;
    readonly en: "Something went wrong on our side. Try again; if it stays, tell an administrator the number {requestId}.";
    readonly da: "Noget gik galt hos os. Prøv igen; bliver det ved, så giv en administrator nummeret {requestId}.";
  };
  readonly sync_discord_unauthorized: {
    readonly status: 502;
    readonly en: "Failed to sync Discord members: Discord refused the CRM bot's token. Put in a new one under Discord bots.";
    readonly da: "Failed to sync Discord members: Discord afviste CRM-bottens token. Indsæt et nyt under Discord-bots.";
  };
  readonly sync_discord_forbidden: {
    readonly status: 502;
    readonly en: "Failed to sync Discord members: the CRM bot may not read the member list. Switch on the Server Members intent in Discord's developer portal and check that the bot is in the server.";
    readonly da: "Failed to sync Discord members: CRM-botten må ikke læse medlemslisten. Slå Server Members intent til i Discords udviklerportal, og tjek, at botten er på serveren.";
  };
  readonly sync_guild_not_found: {
    readonly status: 502;
    readonly en: "Failed to sync Discord members: Discord does not know the server. Check DISCORD_GUILD_ID.";
    readonly da: "Failed to sync Discord members: Discord kender ikke serveren. Tjek DISCORD_GUILD_ID.";
  };
  readonly sync_bad_answer: {
    readonly status: 502;
    readonly en: "Failed to sync Discord members: Discord's answer made no sense. Nothing of it was used; try again later.";
    readonly da: "Failed to sync Discord members: Discords svar gav ikke mening. Intet af det blev brugt; prøv igen senere.";
  };
  readonly sync_discord_rate_limited: {
    readonly status: 503;
    readonly en: "Failed to sync Discord members: Discord asks us to wait. Try again in {minutes} minutes; the sync goes on where it stopped.";
    readonly da: "Failed to sync Discord members: Discord beder os vente. Prøv igen om {minutes} minutter; synkroniseringen fortsætter, hvor den slap.";
  };
  readonly sync_discord_unavailable: {
    readonly status: 503;
    readonly en: "Failed to sync Discord members: Discord does not answer. Try again in a moment; the sync goes on where it stopped.";
    readonly da: "Failed to sync Discord members: Discord svarer ikke. Prøv igen om lidt; synkroniseringen fortsætter, hvor den slap.";
  };
  readonly misconfigured: {
    readonly status: 503;
    readonly en: "The command centre is not set up: {problem}";
    readonly da: "Kommandocentralen er ikke sat op: {problem}";
  };
};
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
