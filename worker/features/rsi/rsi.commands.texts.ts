import type { Text } from "../../lib/commands/command.ts";

export const VERIFY_COMMAND_TEXTS = {
  name: { en: "verify", da: "verificer" },
  description: { en: "Prove which RSI account is yours", da: "Bevis, hvilken RSI-konto der er din" },
  handle: { en: "handle", da: "handle" },
  which: {
    en: "Your RSI handle: the last part of your profile's address",
    da: "Dit RSI-handle: den sidste del af din profils adresse",
  },
  field: { en: "RSI handle", da: "RSI-handle" },
  title: { en: "RSI account", da: "RSI-konto" },
  put: {
    en: "Put this code into the Short Bio of **{handle}**, save, then press Check now:",
    da: "Indsæt koden i Short Bio hos **{handle}**, gem, og tryk så på Tjek nu:",
  },
  steps: {
    en: "1. Open your RSI profile and sign in to the RSI site\n2. Choose Edit, and find Short Bio\n3. Add the code anywhere in it, and save\n4. Come back and press Check now",
    da: "1. Åbn din RSI-profil, og log ind på RSI-siden\n2. Vælg Edit, og find Short Bio\n3. Indsæt koden et sted i feltet, og gem\n4. Kom tilbage, og tryk på Tjek nu",
  },
  until: { en: "The code ends {when}.", da: "Koden udløber {when}." },
  check: { en: "Check now", da: "Tjek nu" },
  profile: { en: "Open RSI profile", da: "Åbn RSI-profil" },
  cancel: { en: "Cancel request", da: "Annuller anmodning" },
  cancelled: { en: "Request cancelled", da: "Anmodningen er annulleret" },
  success: { en: "RSI account verified!", da: "RSI-konto verificeret!" },
  verified: { en: "**{handle}** is verified as yours.", da: "**{handle}** er verificeret som din." },
  another: { en: "Verify another handle", da: "Verificer et andet handle" },
} as const satisfies Record<string, Text>;
