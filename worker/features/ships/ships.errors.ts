import { defineErrors } from "../../lib/errors.ts";

export const shipErrors = defineErrors({
  ships_syncing: {
    status: 409,
    en: "A ship sync is already running. Its result is shown in a moment.",
    da: "En synkronisering af skibe er allerede i gang. Resultatet vises om et øjeblik.",
  },
  ships_interrupted: {
    status: 409,
    en: "The ship sync was interrupted and changed nothing. Start it again.",
    da: "Synkroniseringen af skibe blev afbrudt og ændrede intet. Start den igen.",
  },
  ships_not_configured: {
    status: 503,
    en: "UEX is not set up for this deployment. An operator can set UEX_API_URL.",
    da: "UEX er ikke sat op for denne installation. En driftsansvarlig kan sætte UEX_API_URL.",
  },
  ships_unavailable: {
    status: 503,
    en: "UEX does not answer. Nothing was changed; try again later.",
    da: "UEX svarer ikke. Intet blev ændret; prøv igen senere.",
  },
  ships_rate_limited: {
    status: 503,
    en: "UEX asks us to wait. Nothing was changed; try again in a few minutes.",
    da: "UEX beder os vente. Intet blev ændret; prøv igen om nogle minutter.",
  },
  ships_too_often: {
    status: 429,
    en: "UEX allows {count} syncs of ships a minute. Nothing was changed; try again in a minute.",
    da: "UEX tillader {count} synkroniseringer af skibe i minuttet. Intet blev ændret; prøv igen om et minut.",
  },
  ships_refused: {
    status: 502,
    en: "UEX refuses our requests. Check UEX_API_TOKEN, or leave it empty.",
    da: "UEX afviser vores forespørgsler. Tjek UEX_API_TOKEN, eller lad den være tom.",
  },
  ships_no_catalogue: {
    status: 502,
    en: "UEX's answer was no list of ships, or only part of one. Nothing was changed; try again later.",
    da: "UEX' svar var ikke en liste over skibe, eller kun en del af en. Intet blev ændret; prøv igen senere.",
  },
  ships_unreadable: {
    status: 502,
    en: "Most of UEX's list of ships could not be read. Nothing was changed; try again later.",
    da: "Det meste af UEX' liste over skibe kunne ikke læses. Intet blev ændret; prøv igen senere.",
  },
  ships_shrunk: {
    status: 502,
    en: "More than a fifth of our ships are missing from UEX's list. Nothing was changed. API Management shows which; an administrator can accept it there.",
    da: "Mere end en femtedel af vores skibe mangler på UEX' liste. Intet blev ændret. API-styring viser hvilke; en administrator kan godkende det dér.",
  },
  ships_not_waiting: {
    status: 409,
    en: "This list of UEX no longer waits to be accepted. Nothing was changed; look at what waits now.",
    da: "Denne liste fra UEX venter ikke længere på godkendelse. Intet blev ændret; se, hvad der venter nu.",
  },
  photo_refused: {
    status: 400,
    en: "Only photos of UEX and RSI are shown here, by their https addresses.",
    da: "Kun fotos fra UEX og RSI vises her, med deres https-adresser.",
  },
  photo_not_found: {
    status: 404,
    en: "The photo no longer exists. The next ship sync may bring another.",
    da: "Fotoet findes ikke længere. Den næste synkronisering af skibe bringer måske et andet.",
  },
  photo_unusable: {
    status: 502,
    en: "What is at this address is no photo that can be shown. The next ship sync may bring another.",
    da: "Det, der ligger på adressen, er ikke et foto, der kan vises. Den næste synkronisering af skibe bringer måske et andet.",
  },
  photo_unavailable: {
    status: 502,
    en: "The photo cannot be fetched right now. Try again in a few minutes.",
    da: "Fotoet kan ikke hentes lige nu. Prøv igen om nogle minutter.",
  },
});
