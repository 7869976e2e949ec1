import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  type Said,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import { freshDatabase, person, prospect } from "../../testing/world.ts";

const OPEN = "Open in Command Centre";
beforeEach(freshDatabase);

const look = (user: DiscordUser, { id }: { id: string }) => user.calls(OPEN, { userId: id });
const linksOf = (reply: Said) => componentsOf(reply).flatMap(({ url }) => (url ? [new URL(url)] : []));
const pathsOf = (reply: Said) => linksOf(reply).map(({ pathname, search }) => pathname + search);

describe(OPEN, () => {
  it("shows readers of prospects the prospect with links", async () => {
    const target = await person("member", 1, "Nova [x](https://evil.example) <@1>");
    const nova = await inDiscord(target);
    const names = { display_name: "Nova [x](https://evil.example) <@1>", user_id: target.userId };
    const id = await prospect({ status: "onboarding", discord_id: nova.id, ...names });
    const officer = await inDiscord(await person("officer"));
    const reply = await look(officer, nova);
    expect(textOf(reply)).toContain("Nova \\[x\\](https:\\//evil.example) \\<\\@1\\>");
    expect(textOf(reply)).toContain("Onboarding since today");
    expect(buttonsOf(reply)).toEqual(["Open the member", "Open the prospect"]);
    expect(pathsOf(reply)).toEqual([`/members?member=${target.memberId}`, `/crm?prospect=${id}`]);
    officer.locale = "da";
    expect(buttonsOf(await look(officer, nova))).toEqual(["Åbn medlemmet", "Åbn kandidaten"]);
  });

  it("answers the same for an unknown user and for one whom the caller may not see", async () => {
    const stranger = unknownUser();
    const theirs = unknownUser();
    const mine = unknownUser();
    const mentor = await person("onboarding_team");
    const other = await person("onboarding_team");
    await prospect({ status: "onboarding", discord_id: theirs.id, assigned_to: other.memberId });
    await prospect({ status: "onboarding", discord_id: mine.id, assigned_to: mentor.memberId });
    for (const role of ["member", null, mentor] as const) {
      const caller = await inDiscord(typeof role === "object" && role ? role : await person(role));
      const reply = await look(caller, stranger);
      expect(textOf(reply)).toContain("has nobody behind this account whom you can see");
      expect(await look(caller, theirs)).toEqual(reply);
    }
    const shown = await look(await inDiscord(mentor), mine);
    expect(buttonsOf(shown)).toEqual(["Open the prospect"]);
  });

  it("does not match a part of an id with another person", async () => {
    const officer = await inDiscord(await person("officer"));
    await prospect({ discord_id: "130000000000055512" });
    expect(textOf(await look(officer, { id: "13000000000005551" }))).toContain("nobody behind this account");
  });
});
