import { defineErrors } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";

export const healthNotices = defineNotices(
  { en: "This deployment", da: "Denne installation" },
  {
    "health.update": {
      title: { en: "A newer version of Command Centre", da: "En nyere version af Command Centre" },
      to: "admin.system",
      opens: { page: "/admin?tab=api", needs: "admin.users" },
      en: "Version {version} of Command Centre is there. API Management says what it changes.",
      da: "Version {version} af Command Centre er udkommet. API-styring siger, hvad den ændrer.",
    },
  },
);

export const healthErrors = defineErrors({
  checked_just_now: {
    status: 429,
    en: "Everything was checked a moment ago. Try again in {seconds} seconds.",
    da: "Alt blev kontrolleret for et øjeblik siden. Prøv igen om {seconds} sekunder.",
  },
  job_failed: {
    status: 500,
    en: "The job stopped with an error. The server's log says more.",
    da: "Jobbet stoppede med en fejl. Serverens log siger mere.",
  },
  job_interrupted: {
    status: 500,
    en: "The job was interrupted. It runs again at its next time.",
    da: "Jobbet blev afbrudt. Det kører igen næste gang.",
  },
  job_switched_off: {
    status: 409,
    en: "It is switched off under Organization Settings.",
    da: "Det er slået fra under Organisationsindstillinger.",
  },
  upkeep_incomplete: {
    status: 500,
    en: "Part of the upkeep failed. The rest was done; the server's log says more.",
    da: "En del af oprydningen mislykkedes. Resten blev udført; serverens log siger mere.",
  },
});
