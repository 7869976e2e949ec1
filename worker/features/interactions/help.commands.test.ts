import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { inDiscord, textOf } from "../../testing/discord-user.ts";
import { freshDatabase, person } from "../../testing/world.ts";
import { commandsOf } from "./commands.ts";

beforeEach(freshDatabase);

const linesOf = (text: string) => text.split("\n").slice(1);
const commands = [...commandsOf(FEATURES).values()];

describe("/help", () => {
  it("lists every command for a user who may call all routes, in both languages", async () => {
    const administrator = await inDiscord(await person("administrator"));
    for (const language of ["en", "da"] as const) {
      administrator.locale = language;
      const reply = linesOf(textOf(await administrator.types("help")));
      const wanted = commands.map(({ name, description }) => [name[language], description[language]]);
      expect(reply).toEqual(
        wanted.map(([name, description]) => expect.stringMatching(`${name}.*${description}$`)),
      );
    }
  });

  it("omits commands that the caller may not use, and outside the server those that are not about them alone", async () => {
    const member = await inDiscord(await person("member"));
    const reply = textOf(await member.types("help"));
    expect(reply).toContain("**/events** Show upcoming events, and answer them");
    expect(reply).toContain("**Apps → Make a wish of it, in the menu of a message**");
    expect(reply).not.toMatch(/\/sync|\/tasks|Open in Command Centre/);
    const officer = await inDiscord(await person("officer"));
    officer.owners = { 1: officer.id };
    const own = commands.filter(({ isOwn }) => isOwn).map(({ name }) => `/${name.en}`);
    const alone = textOf(await officer.types("help"));
    expect(alone.match(/\/[\w-]+(?=\*\*)/g)).toEqual(own);
  });
});
