import { defineErrors } from "../../lib/errors.ts";

export const botErrors = defineErrors({
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
  gateway_signature: {
    status: 401,
    refusal: "signature_wrong",
    en: "The signature of this request is missing, wrong or too old. Give the bot gateway the same BOT_GATEWAY_SECRET and the right time.",
    da: "Forespørgslens signatur mangler, er forkert eller for gammel. Giv bot-gatewayen samme BOT_GATEWAY_SECRET og det rigtige klokkeslæt.",
  },
  crm_bot_protected: {
    status: 403,
    refusal: "rights_exceeded",
    en: "This is the CRM bot: only an administrator may change, run or delete it. Ask one.",
    da: "Dette er CRM-botten: kun en administrator må ændre, køre eller slette den. Spørg en.",
  },
  crm_bot_taken: {
    status: 409,
    en: "There is a CRM bot already. Add {name} without making it the CRM bot, then make it that under its settings.",
    da: "Der er allerede en CRM-bot. Tilføj {name} uden at gøre den til CRM-bot, og gør den så til det under dens indstillinger.",
  },
  bots_full: {
    status: 409,
    en: "There are already {most} bots, the most that the organization may have. Delete one, or ask an administrator to raise “Bots allowed” in the settings.",
    da: "Der er allerede {most} bots, og flere må organisationen ikke have. Slet en, eller bed en administrator om at hæve “Tilladte bots” i indstillingerne.",
  },
  bots_running_full: {
    status: 409,
    en: "{most} bots run already, the most at once. Stop one, or ask an administrator to raise “Running at once” in the settings.",
    da: "{most} bots kører allerede, og flere må ikke køre på én gang. Stop en, eller bed en administrator om at hæve “Kører på én gang” i indstillingerne.",
  },
  bot_already_running: {
    status: 409,
    en: "{name} is already running. Restart it if it should begin anew.",
    da: "{name} kører allerede. Genstart den, hvis den skal begynde forfra.",
  },
  bot_not_isolated: {
    status: 409,
    en: "{name} is not started: where the bot gateway runs, nothing would keep a bot of {framework} from the gateway's own files. Install bubblewrap there or run the gateway as root; the gateway panel says what is missing.",
    da: "{name} startes ikke: dér, hvor bot-gatewayen kører, ville intet holde en bot i {framework} fra gatewayens egne filer. Installer bubblewrap dér, eller kør gatewayen som root; gateway-panelet fortæller, hvad der mangler.",
  },
  bot_not_running: {
    status: 409,
    en: "{name} is not running, so there is nothing to stop.",
    da: "{name} kører ikke, så der er intet at stoppe.",
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
  too_many_reports: {
    status: 429,
    en: "This bot's gateway reports too often. Report again in {seconds} seconds.",
    da: "Denne bots gateway rapporterer for ofte. Rapporter igen om {seconds} sekunder.",
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
});
