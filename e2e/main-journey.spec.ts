import { join } from "./lib/discord.ts";
import { mainJourney } from "./lib/main-journey.ts";
import { DEMO } from "./lib/people.ts";
import { test } from "./lib/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("five people, each in their language, take a recruit of the Discord server from sync to active member, who then signs in", async ({
  as,
  leave,
  people,
}) => {
  test.slow();
  const cast = {
    admin: await people.hire("Asger Admin", "administrator"),
    recruiter: DEMO.recruiter,
    onboarding: await people.hire("Ole Optager", "onboarding_team"),
    officer: DEMO.officer,
    recruit: await join("Rita Recruit"),
  };
  for (const danish of [cast.admin, cast.onboarding])
    await people.call(danish, "PATCH", "/api/user/language", { language: "da" });
  await mainJourney({ as, leave, cast });
});
