import { beforeEach, describe, expect, it } from "vitest";
import { buttonsOf, inDiscord, textOf, unknownUser } from "../../testing/discord-user.ts";
import { freshDatabase, person } from "../../testing/world.ts";
import type { HangarShip } from "./hangar.schema.ts";
import { addTo, shipsPath, theirShip } from "./testing/hangar.factory.ts";

beforeEach(freshDatabase);

describe("/hangar", () => {
  it("lists the same ships as the web app, with quantities and nicknames, and no other user's", async () => {
    const [pilot, other] = [await person("member"), await person("member")];
    const carrack = await theirShip(pilot, { name: "Carrack", name_full: "Anvil Carrack" });
    const cutter = await theirShip(pilot, { name: "Cutter", name_full: "Drake Cutter" });
    await addTo(pilot, carrack, { nickname: "**Ulf**" });
    await addTo(pilot, cutter, { quantity: 3 });
    await addTo(other, carrack, { nickname: "Not yours" });
    const member = await inDiscord(pilot);
    const shown = await member.types("hangar");
    const web = await pilot.ok<HangarShip[]>("GET", shipsPath(pilot));
    expect(web.map(({ quantity, ship }) => [quantity, ship.nameFull])).toEqual([
      [3, "Drake Cutter"],
      [1, "Anvil Carrack"],
    ]);
    expect(textOf(shown)).toBe(
      "### My Hangar\n4 ships of 2 types\n3 × **Drake Cutter**\n1 × **Anvil Carrack** “\\*\\*Ulf\\*\\*”",
    );
    expect(buttonsOf(shown)).toEqual(["Open my hangar"]);
    member.locale = "da";
    expect(textOf(await member.types("hangar"))).toContain("### Min hangar\n4 skibe af 2 typer");
  });

  it("works outside the server and for an empty hangar, and refuses a stranger", async () => {
    const member = await inDiscord(await person("member"));
    member.owners = { 1: member.id };
    expect(textOf(await member.types("hangar"))).toContain("Your hangar is empty.");
    expect(textOf(await unknownUser().types("hangar"))).toContain("I don't know you yet");
  });

  it("tells how many more exist when they do not fit into one message", async () => {
    const pilot = await person("member");
    const nickname = "*_".repeat(30);
    for (let at = 0; at < 23; at++)
      await addTo(pilot, await theirShip(pilot, { name_full: "_".repeat(60) }), {
        nickname: `a${nickname}`.slice(0, 60),
      });
    const shown = textOf(await (await inDiscord(pilot)).types("hangar"));
    expect(shown.split("\n").at(-1)).toBe("-# 3 more types in your hangar");
    expect(shown.length).toBeLessThan(4_000);
  });
});
