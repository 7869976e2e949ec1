import { defineErrors, problem } from "../../lib/errors.ts";

export const rsiErrors = defineErrors({
  rsi_not_configured: problem(503)(
    "RSI verification is not set up here. Ask an administrator to set RSI_URL.",
    "RSI-verificering er ikke sat op her. Bed en administrator om at sætte RSI_URL.",
  ),
  rsi_request_pending: problem(409)(
    "You are already verifying {handle}. Complete or cancel that first.",
    "Du er allerede ved at verificere {handle}. Gennemfør eller annuller det først.",
  ),
  rsi_request_ended: problem(409)(
    "The request was cancelled or completed meanwhile. Reload the page to see where it stands.",
    "Anmodningen blev annulleret eller gennemført imens. Genindlæs siden for at se, hvor den står.",
  ),
  rsi_expired: problem(410)(
    "The code is older than 24 hours. Start again to get a new one.",
    "Koden er mere end 24 timer gammel. Start forfra for at få en ny.",
  ),
  rsi_code_missing: problem(422)(
    "The code is not in the Short Bio of {handle}. RSI can take a minute to show it.",
    "Koden står ikke i Short Bio hos {handle}. Der kan gå et minut, før RSI viser den.",
  ),
  rsi_handle_not_found: problem(422)(
    "RSI knows no citizen {handle}. Your handle is the last part of your profile's address: check the spelling and start again.",
    "RSI kender ingen borger {handle}. Dit handle er den sidste del af din profils adresse: tjek stavemåden, og start forfra.",
  ),
  rsi_too_many: problem(429)(
    "You have tried many handles. Check the spelling on your profile, and try again in {minutes} minutes.",
    "Du har prøvet mange handles. Tjek stavemåden på din profil, og prøv igen om {minutes} minutter.",
  ),
  rsi_too_soon: problem(429)(
    "The profile was looked at a moment ago. Check again in {seconds} seconds.",
    "Profilen er lige blevet undersøgt. Tjek igen om {seconds} sekunder.",
  ),
  rsi_unavailable: problem(503)(
    "RSI cannot be reached or does not show the profile right now. Nothing was decided; try again later.",
    "RSI kan ikke nås eller viser ikke profilen lige nu. Intet er afgjort; prøv igen senere.",
  ),
});
