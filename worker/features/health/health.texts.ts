import { defineErrors, problem } from "../../lib/errors.ts";
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
  checked_just_now: problem(429)(
    "Everything was checked a moment ago. Try again in {seconds} seconds.",
    "Alt blev kontrolleret for et øjeblik siden. Prøv igen om {seconds} sekunder.",
  ),
  job_failed: problem(500)(
    "The job stopped with an error. The server's log says more.",
    "Jobbet stoppede med en fejl. Serverens log siger mere.",
  ),
  job_interrupted: problem(500)(
    "The job was interrupted. It runs again at its next time.",
    "Jobbet blev afbrudt. Det kører igen næste gang.",
  ),
  job_switched_off: problem(409)(
    "It is switched off under Organization Settings.",
    "Det er slået fra under Organisationsindstillinger.",
  ),
  upkeep_incomplete: problem(500)(
    "Part of the upkeep failed. The rest was done; the server's log says more.",
    "En del af oprydningen mislykkedes. Resten blev udført; serverens log siger mere.",
  ),
});
