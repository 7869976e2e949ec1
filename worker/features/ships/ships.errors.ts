import { defineErrors, problem } from "../../lib/errors.ts";

export const shipErrors = defineErrors({
  ships_syncing: problem(409)(
    "A ship sync is already running. Its result is shown in a moment.",
    "En synkronisering af skibe er allerede i gang. Resultatet vises om et øjeblik.",
  ),
  ships_interrupted: problem(409)(
    "The ship sync was interrupted and changed nothing. Start it again.",
    "Synkroniseringen af skibe blev afbrudt og ændrede intet. Start den igen.",
  ),
  ships_not_configured: problem(503)(
    "UEX is not set up for this deployment. An operator can set UEX_API_URL.",
    "UEX er ikke sat op for denne installation. En driftsansvarlig kan sætte UEX_API_URL.",
  ),
  ships_unavailable: problem(503)(
    "UEX does not answer. Nothing was changed; try again later.",
    "UEX svarer ikke. Intet blev ændret; prøv igen senere.",
  ),
  ships_rate_limited: problem(503)(
    "UEX asks us to wait. Nothing was changed; try again in a few minutes.",
    "UEX beder os vente. Intet blev ændret; prøv igen om nogle minutter.",
  ),
  ships_too_often: problem(429)(
    "UEX allows {count} syncs of ships a minute. Nothing was changed; try again in a minute.",
    "UEX tillader {count} synkroniseringer af skibe i minuttet. Intet blev ændret; prøv igen om et minut.",
  ),
  ships_refused: problem(502)(
    "UEX refuses our requests. Check UEX_API_TOKEN, or leave it empty.",
    "UEX afviser vores forespørgsler. Tjek UEX_API_TOKEN, eller lad den være tom.",
  ),
  ships_no_catalogue: problem(502)(
    "UEX's answer was no list of ships, or only part of one. Nothing was changed; try again later.",
    "UEX' svar var ikke en liste over skibe, eller kun en del af en. Intet blev ændret; prøv igen senere.",
  ),
  ships_unreadable: problem(502)(
    "Most of UEX's list of ships could not be read. Nothing was changed; try again later.",
    "Det meste af UEX' liste over skibe kunne ikke læses. Intet blev ændret; prøv igen senere.",
  ),
  ships_shrunk: problem(502)(
    "More than a fifth of our ships are missing from UEX's list. Nothing was changed. API Management shows which; an administrator can accept it there.",
    "Mere end en femtedel af vores skibe mangler på UEX' liste. Intet blev ændret. API-styring viser hvilke; en administrator kan godkende det dér.",
  ),
  ships_not_waiting: problem(409)(
    "This list of UEX no longer waits to be accepted. Nothing was changed; look at what waits now.",
    "Denne liste fra UEX venter ikke længere på godkendelse. Intet blev ændret; se, hvad der venter nu.",
  ),
  photo_refused: problem(400)(
    "Only photos of UEX and RSI are shown here, by their https addresses.",
    "Kun fotos fra UEX og RSI vises her, med deres https-adresser.",
  ),
  photo_not_found: problem(404)(
    "The photo no longer exists. The next ship sync may bring another.",
    "Fotoet findes ikke længere. Den næste synkronisering af skibe bringer måske et andet.",
  ),
  photo_unusable: problem(502)(
    "What is at this address is no photo that can be shown. The next ship sync may bring another.",
    "Det, der ligger på adressen, er ikke et foto, der kan vises. Den næste synkronisering af skibe bringer måske et andet.",
  ),
  photo_unavailable: problem(502)(
    "The photo cannot be fetched right now. Try again in a few minutes.",
    "Fotoet kan ikke hentes lige nu. Prøv igen om nogle minutter.",
  ),
});
