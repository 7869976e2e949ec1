import { join } from "./lib/discord.ts";
import { mainJourney } from "./lib/main-journey.ts";
import { DEMO } from "./lib/people.ts";
import { test } from "./lib/test.ts";
import { ENGLISH } from "./lib/words.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a recruit of the Discord server is synced, introduced, onboarded, made active, and signs in", async ({
  as,
}) => {
  test.slow();
  const { admin, recruiter, onboarding, officer } = DEMO;
  const cast = { admin, recruiter, onboarding, officer, recruit: await join("Rita Recruit") };
  await mainJourney({ as, words: ENGLISH, cast });
});
