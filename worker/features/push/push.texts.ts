import { defineErrors, problem } from "../../lib/errors.ts";
import type { Sentences } from "../../lib/validation.ts";
import { MOST_DEVICES } from "./push.schema.ts";

export const pushErrors = defineErrors({
  push_not_configured: problem(409)(
    "This server sends no push messages: its settings have no keys for them.",
    "Denne server sender ingen pushbeskeder: dens indstillinger har ingen nøgler til dem.",
  ),
  push_too_many: problem(409)(
    `Push is on for ${MOST_DEVICES} devices, the most there can be. Remove one first.`,
    `Push er slået til på ${MOST_DEVICES} enheder, og flere kan der ikke være. Fjern først en.`,
  ),
  push_taken: problem(409)(
    "This browser gets the push messages of another account. Turn push off there first.",
    "Denne browser får en anden kontos pushbeskeder. Slå først push fra dér.",
  ),
  push_without_device: problem(409)(
    "Push is not on for any of your devices. Turn it on first.",
    "Push er ikke slået til på nogen af dine enheder. Slå det først til.",
  ),
});

export const pushSentences = {
  push_address: {
    en: "Must be an https address of a push service on the internet",
    da: "Skal være en https-adresse på en pushtjeneste på internettet",
  },
  push_key: { en: "Must be a key that a browser made", da: "Skal være en nøgle, som en browser har lavet" },
} satisfies Sentences;
