import { defineErrors, problem } from "../../lib/errors.ts";

export const botErrors = defineErrors({
  bot_token_missing: problem(400)(
    "{name} has no token. Put one in under its settings before starting it.",
    "{name} har intet token. Indsæt et under dens indstillinger, før du starter den.",
  ),
  bot_files_limit: problem(400)(
    "A bot has at most {files} text files, together at most {kilobytes} kB.",
    "En bot har højst {files} tekstfiler, tilsammen højst {kilobytes} kB.",
  ),
  gateway_signature: problem(401, "signature_wrong")(
    "The signature of this request is missing, wrong or too old. Give the bot gateway the same BOT_GATEWAY_SECRET and the right time.",
    "Forespørgslens signatur mangler, er forkert eller for gammel. Giv bot-gatewayen samme BOT_GATEWAY_SECRET og det rigtige klokkeslæt.",
  ),
  crm_bot_protected: problem(403, "rights_exceeded")(
    "This is the CRM bot: only an administrator may change, run or delete it. Ask one.",
    "Dette er CRM-botten: kun en administrator må ændre, køre eller slette den. Spørg en.",
  ),
  crm_bot_taken: problem(409)(
    "There is a CRM bot already. Add {name} without making it the CRM bot, then make it that under its settings.",
    "Der er allerede en CRM-bot. Tilføj {name} uden at gøre den til CRM-bot, og gør den så til det under dens indstillinger.",
  ),
  bots_full: problem(409)(
    "There are already {most} bots, the most that the organization may have. Delete one, or ask an administrator to raise “Bots allowed” in the settings.",
    "Der er allerede {most} bots, og flere må organisationen ikke have. Slet en, eller bed en administrator om at hæve “Tilladte bots” i indstillingerne.",
  ),
  bots_running_full: problem(409)(
    "{most} bots run already, the most at once. Stop one, or ask an administrator to raise “Running at once” in the settings.",
    "{most} bots kører allerede, og flere må ikke køre på én gang. Stop en, eller bed en administrator om at hæve “Kører på én gang” i indstillingerne.",
  ),
  bot_already_running: problem(409)(
    "{name} is already running. Restart it if it should begin anew.",
    "{name} kører allerede. Genstart den, hvis den skal begynde forfra.",
  ),
  bot_not_isolated: problem(409)(
    "{name} is not started: where the bot gateway runs, nothing would keep a bot of {framework} from the gateway's own files. Install bubblewrap there or run the gateway as root; the gateway panel says what is missing.",
    "{name} startes ikke: dér, hvor bot-gatewayen kører, ville intet holde en bot i {framework} fra gatewayens egne filer. Installer bubblewrap dér, eller kør gatewayen som root; gateway-panelet fortæller, hvad der mangler.",
  ),
  bot_not_running: problem(409)(
    "{name} is not running, so there is nothing to stop.",
    "{name} kører ikke, så der er intet at stoppe.",
  ),
  bot_file_exists: problem(409)(
    "{fileName} cannot be made: the bot has a file or folder of that name.",
    "{fileName} kan ikke oprettes: botten har en fil eller mappe med det navn.",
  ),
  main_file_needed: problem(409)(
    "{fileName} is the file that is started. Make another file the main file before deleting it.",
    "{fileName} er den fil, der startes. Gør en anden fil til hovedfil, før du sletter den.",
  ),
  no_disk_files: problem(409)(
    "The bot gateway has no files of this bot. They come there when it is started.",
    "Bot-gatewayen har ingen filer fra denne bot. De kommer dertil, når den startes.",
  ),
  too_many_reports: problem(429)(
    "This bot's gateway reports too often. Report again in {seconds} seconds.",
    "Denne bots gateway rapporterer for ofte. Rapporter igen om {seconds} sekunder.",
  ),
  gateway_refused: problem(502)(
    "The bot gateway refused our signature. Check that it has the same BOT_GATEWAY_SECRET and the right time.",
    "Bot-gatewayen afviste vores signatur. Tjek, at den har samme BOT_GATEWAY_SECRET og det rigtige klokkeslæt.",
  ),
  gateway_failed: problem(502)(
    "The bot gateway could not do this. Try again; its own log says why.",
    "Bot-gatewayen kunne ikke gøre dette. Prøv igen; dens egen log siger hvorfor.",
  ),
  gateway_unreachable: problem(503)(
    "The bot gateway does not answer. Check that it runs and try again.",
    "Bot-gatewayen svarer ikke. Tjek, at den kører, og prøv igen.",
  ),
  gateway_busy: problem(503)(
    "The bot gateway is busy with this bot. Try again in a moment.",
    "Bot-gatewayen er optaget af denne bot. Prøv igen om lidt.",
  ),
  gateway_not_configured: problem(503)(
    "Nothing is set up here to run bots. Set BOT_GATEWAY_URL and BOT_GATEWAY_SECRET.",
    "Intet er sat op til at køre bots. Angiv BOT_GATEWAY_URL og BOT_GATEWAY_SECRET.",
  ),
});
