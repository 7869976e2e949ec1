import { describe, expect, it } from "vitest";
import { organization, person, prospect, raw } from "../../../testing/world.ts";
import type { Duplicate } from "./corrections.schema.ts";
import { areAlike } from "./duplicates.ts";

const DISCORD = "200000000000000055";

describe("names that are alike", () => {
  it.each([
    ["Mira Falk", "mira_falk"],
    ["Mira Falk", "MIRA"],
    ["Ærø Østergård", "ærø østergard"],
    ["Bo", "bo"],
  ])("are %s and %s", (one, other) => expect(areAlike(one, other)).toBe(true));
  it.each([
    ["Bo", "Boris"],
    ["Mira", "Samira"],
    ["!!!", "???"],
    ["", "Mira"],
  ])("are not %s and %s", (one, other) => expect(areAlike(one, other)).toBe(false));
});

describe("finding duplicates", () => {
  const find = async (query: string, role: "officer" | "onboarding_team" = "officer") =>
    (await person(role)).ok<Duplicate[]>("GET", `/api/prospects/1/duplicates?${query}`);

  it("finds names, tags, handles and Discord ids, those with the most in common first", async () => {
    const byName = await prospect({ display_name: "mira_falk", username: "x1" });
    const byTag = await prospect({ display_name: "Somebody", username: "MiraFalk" });
    const byDiscord = await prospect({ discord_id: DISCORD });
    const byHandle = await prospect({ display_name: "Falk, Mira", username: "MiraFalk" });
    await raw.DB.prepare("update prospects set star_citizen_id = 'MiraF' where id = ?").bind(byHandle).run();
    await prospect({ display_name: "Falk Jensen" });
    const query = `displayName=Mira%20Falk&starCitizenId=miraf&discordId=${DISCORD}`;
    const found = await find(query);
    expect(found.map(({ id, alike }) => [id, alike])).toEqual([
      [byHandle, ["username", "starCitizenId"]],
      [byDiscord, ["discordId"]],
      [byTag, ["username"]],
      [byName, ["displayName"]],
    ]);
  });

  it("leaves out the prospect itself and other organizations'", async () => {
    const own = await prospect({ display_name: "Mira Falk" });
    await prospect({ display_name: "Mira Falk", organization_id: await organization() });
    expect(await find(`displayName=Mira%20Falk&except=${own}`)).toEqual([]);
  });

  it("shows removed prospects without a status to users who can restore them", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Mira Falk", status: "onboarding" });
    await officer.ok("DELETE", `/api/prospects/${id}`, { reason: "By mistake" });
    expect(await find("displayName=Mira%20Falk")).toMatchObject([{ id, status: null }]);
    expect(await find("displayName=Mira%20Falk", "onboarding_team")).toEqual([]);
  });

  it("leaves out prospects that the reader may not see", async () => {
    await prospect({ display_name: "Mira Falk" });
    expect(await find("displayName=Mira%20Falk", "onboarding_team")).toEqual([]);
  });

  it("finds the same e-mail of a prospect that the reader sees, or of its user who is no member, which no answer holds", async () => {
    const [own, same, other] = [await prospect(), await prospect(), await prospect()];
    const store = (id: number, email: string) =>
      raw.DB.prepare("update prospects set email = ? where id = ?").bind(email, id).run();
    await store(own, "mira@example.org");
    await store(same, "Mira@Example.org");
    const found = await find(`except=${own}`);
    expect(found.map(({ id, alike }) => [id, alike])).toEqual([[same, ["email"]]]);
    expect(JSON.stringify(found)).not.toContain("@");
    const user = await person("member");
    await raw.DB.prepare("update users set email = 'mira@example.org' where id = ?").bind(user.userId).run();
    await raw.DB.prepare("update prospects set user_id = ? where id = ?").bind(user.userId, other).run();
    expect(await find(`except=${other}`), "a member's own e-mail is theirs").toEqual([]);
    await raw.DB.prepare("delete from members where user_id = ?").bind(user.userId).run();
    expect(new Set((await find(`except=${other}`)).map(({ id }) => id))).toEqual(new Set([own, same]));
    expect(await find(`except=${own}`, "onboarding_team")).toEqual([]);
  });

  it("returns nothing for an empty form", async () => {
    expect(await find("displayName=&username=")).toEqual([]);
  });
});
