import { defineErrors } from "../../lib/errors.ts";
import type { Sentences } from "../../lib/validation.ts";
import { MOST_DEVICES } from "./push.schema.ts";

export const pushErrors = defineErrors({
  push_not_configured: {
    status: 409,
    en: "This server sends no push messages: its settings have no keys for them.",
    da: "Denne server sender ingen pushbeskeder: dens indstillinger har ingen nøgler til dem.",
  },
  push_too_many: {
    status: 409,
    en: `Push is on for ${MOST_DEVICES} devices, the most there can be. Remove one first.`,
    da: `Push er slået til på ${MOST_DEVICES} enheder, og flere kan der ikke være. Fjern først en.`,
  },
  push_taken: {
    status: 409,
    en: "This browser gets the push messages of another account. Turn push off there first.",
    da: "Denne browser får en anden kontos pushbeskeder. Slå først push fra dér.",
  },
  push_without_device: {
    status: 409,
    en: "Push is not on for any of your devices. Turn it on first.",
    da: "Push er ikke slået til på nogen af dine enheder. Slå det først til.",
  },
});

export const pushSentences = {
  push_address: {
    en: "Must be an https address of a push service on the internet",
    da: "Skal være en https-adresse på en pushtjeneste på internettet",
  },
  push_key: { en: "Must be a key that a browser made", da: "Skal være en nøgle, som en browser har lavet" },
} satisfies Sentences;
