import { defineErrors, problem } from "../../lib/errors.ts";

export const discordErrors = defineErrors({
  crm_bot_not_found: problem(404)(
    "CRM bot not found. Add the bot under Discord bots and give it its token.",
    "CRM-botten blev ikke fundet. Tilføj botten under Discord-bots, og giv den dens token.",
  ),
  sync_running: problem(409)(
    "A member sync is already running. Its progress is shown on the CRM page.",
    "En medlemssynkronisering er allerede i gang. Fremdriften vises på CRM-siden.",
  ),
  sync_paused: problem(409)(
    "Automation is paused after a restore, and a sync would bring members and roles in line with Discord again. Resume automation under System Backup first, or sync anyway: by the button in the web app, by whilePaused in the API.",
    "Automatikken er sat på pause efter en gendannelse, og en synkronisering ville bringe medlemmer og roller på linje med Discord igen. Genoptag først automatikken på siden med backuppen, eller synkroniser alligevel: med knappen i webappen, med whilePaused i API'et.",
  ),
  sync_taken_over: problem(409)(
    "Failed to sync Discord members: another run took this one over.",
    "Discord-medlemmer kunne ikke synkroniseres: en anden kørsel tog over.",
  ),
  sync_mappings_changed: problem(409)(
    "Failed to sync Discord members: the role mappings were changed meanwhile. Start the sync again.",
    "Discord-medlemmer kunne ikke synkroniseres: rolletilknytningerne blev ændret imens. Start synkroniseringen igen.",
  ),
  sync_no_roles: problem(502)(
    "Failed to sync Discord members: Discord listed no roles at all. Nothing was changed; try again later.",
    "Discord-medlemmer kunne ikke synkroniseres: Discord oplyste slet ingen roller. Intet blev ændret; prøv igen senere.",
  ),
  administrator_not_mapped: problem(409)(
    "The Administrator role is given by hand only. Map the Discord role to another role.",
    "Administratorrollen gives kun i hånden. Tilknyt Discord-rollen til en anden rolle.",
  ),
  discord_role_taken: problem(409)(
    "The Discord role {discordRole} already gives {role}. Remove it there first.",
    "Discord-rollen {discordRole} giver allerede {role}. Fjern den dér først.",
  ),
  discord_role_unknown: problem(409)(
    "A chosen Discord role no longer exists. Reload the list of Discord roles and choose again.",
    "En valgt Discord-rolle findes ikke længere. Genindlæs listen over Discord-roller, og vælg igen.",
  ),
  sync_interrupted: problem(409)(
    "The member sync was interrupted. Start it again: it goes on where it stopped.",
    "Medlemssynkroniseringen blev afbrudt. Start den igen: den fortsætter, hvor den slap.",
  ),
  crm_bot_not_running: problem(409)(
    "CRM bot is not running. Start it under Discord bots and try again.",
    "CRM-botten kører ikke. Start botten under Discord-bots, og prøv igen.",
  ),
  sync_gateway_failed: problem(502)(
    "Failed to sync Discord members: the bot gateway could not ask the CRM bot. Look at the bot's log and try again.",
    "Discord-medlemmer kunne ikke synkroniseres: bot-gatewayen kunne ikke spørge CRM-botten. Se bottens log, og prøv igen.",
  ),
  sync_discord_unauthorized: problem(502)(
    "Failed to sync Discord members: Discord refused the CRM bot's token. Put in a new one under Discord bots.",
    "Discord-medlemmer kunne ikke synkroniseres: Discord afviste CRM-bottens token. Indsæt et nyt under Discord-bots.",
  ),
  sync_discord_forbidden: problem(502)(
    "Failed to sync Discord members: the CRM bot may not read the member list. Switch on the Server Members intent in Discord's developer portal and check that the bot is in the server.",
    "Discord-medlemmer kunne ikke synkroniseres: CRM-botten må ikke læse medlemslisten. Slå Server Members intent til i Discords udviklerportal, og tjek, at botten er på serveren.",
  ),
  sync_guild_not_found: problem(502)(
    "Failed to sync Discord members: Discord does not know the server. Check DISCORD_GUILD_ID.",
    "Discord-medlemmer kunne ikke synkroniseres: Discord kender ikke serveren. Tjek DISCORD_GUILD_ID.",
  ),
  sync_bad_answer: problem(502)(
    "Failed to sync Discord members: Discord's answer made no sense ({place}). Nothing of it was used; try again later.",
    "Discord-medlemmer kunne ikke synkroniseres: Discords svar gav ikke mening ({place}). Intet af det blev brugt; prøv igen senere.",
  ),
  sync_discord_rate_limited: problem(503)(
    "Failed to sync Discord members: Discord asks us to wait. Try again in {minutes} minutes; the sync goes on where it stopped.",
    "Discord-medlemmer kunne ikke synkroniseres: Discord beder os vente. Prøv igen om {minutes} minutter; synkroniseringen fortsætter, hvor den slap.",
  ),
  sync_discord_unavailable: problem(503)(
    "Failed to sync Discord members: Discord does not answer. Try again in a moment; the sync goes on where it stopped.",
    "Discord-medlemmer kunne ikke synkroniseres: Discord svarer ikke. Prøv igen om lidt; synkroniseringen fortsætter, hvor den slap.",
  ),
  sync_gateway_unreachable: problem(503)(
    "Failed to sync Discord members: the bot gateway does not answer. Try again in a moment.",
    "Discord-medlemmer kunne ikke synkroniseres: bot-gatewayen svarer ikke. Prøv igen om lidt.",
  ),
});
