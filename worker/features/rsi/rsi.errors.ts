import { defineErrors } from "../../lib/errors.ts";

export const rsiErrors = defineErrors({
  rsi_not_configured: {
    status: 503,
    en: "RSI verification is not set up here. Ask an administrator to set RSI_URL.",
    da: "RSI-verificering er ikke sat op her. Bed en administrator om at sætte RSI_URL.",
  },
  rsi_request_pending: {
    status: 409,
    en: "You are already verifying {handle}. Complete or cancel that first.",
    da: "Du er allerede ved at verificere {handle}. Gennemfør eller annuller det først.",
  },
  rsi_request_ended: {
    status: 409,
    en: "The request was cancelled or completed meanwhile. Reload the page to see where it stands.",
    da: "Anmodningen blev annulleret eller gennemført imens. Genindlæs siden for at se, hvor den står.",
  },
  rsi_expired: {
    status: 410,
    en: "The code is older than 24 hours. Start again to get a new one.",
    da: "Koden er mere end 24 timer gammel. Start forfra for at få en ny.",
  },
  rsi_code_missing: {
    status: 422,
    en: "The code is not in the Short Bio of {handle}. RSI can take a minute to show it.",
    da: "Koden står ikke i Short Bio hos {handle}. Der kan gå et minut, før RSI viser den.",
  },
  rsi_handle_not_found: {
    status: 422,
    en: "RSI knows no citizen {handle}. Your handle is the last part of your profile's address: check the spelling and start again.",
    da: "RSI kender ingen borger {handle}. Dit handle er den sidste del af din profils adresse: tjek stavemåden, og start forfra.",
  },
  rsi_too_many: {
    status: 429,
    en: "You have tried many handles. Check the spelling on your profile, and try again in {minutes} minutes.",
    da: "Du har prøvet mange handles. Tjek stavemåden på din profil, og prøv igen om {minutes} minutter.",
  },
  rsi_too_soon: {
    status: 429,
    en: "The profile was looked at a moment ago. Check again in {seconds} seconds.",
    da: "Profilen er lige blevet undersøgt. Tjek igen om {seconds} sekunder.",
  },
  rsi_unavailable: {
    status: 503,
    en: "RSI cannot be reached or does not show the profile right now. Nothing was decided; try again later.",
    da: "RSI kan ikke nås eller viser ikke profilen lige nu. Intet er afgjort; prøv igen senere.",
  },
});
