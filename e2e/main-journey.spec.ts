import { join, suffix } from "./lib/discord.ts";
import { mainJourney, shortestWay } from "./lib/main-journey.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("five people, each in their language, take a recruit of the Discord server from sync to active member, who then signs in", async ({
  as,
  leave,
  people,
}) => {
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

for (const isOwnedFirst of [false, true]) {
  const when = isOwnedFirst ? "an assignee is chosen when it is added" : "the intro chooses the assignee";
  test(`two people take a prospect from added to active in seven presses, when ${when}`, async ({
    as,
    people,
  }) => {
    const owner = await people.hire("Pia Press", "onboarding_team");
    const pages = [await as(DEMO.recruiter), await as(owner)] as const;
    const name = `Seven Presses ${suffix()}`;
    expect(await shortestWay(pages, { name, owner, isOwnedFirst })).toBeLessThanOrEqual(7);
  });
}
