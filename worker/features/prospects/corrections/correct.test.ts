import { describe, expect, it } from "vitest";
import { insert } from "../../../testing/database.ts";
import { auditOf, everything, historyOf } from "../../../testing/pipeline.ts";
import { person, prospect, raw, rows, value } from "../../../testing/world.ts";
import { ageProofs } from "../../second-factor/testing/second-factor.factory.ts";
import type { Prospect } from "../prospects.schema.ts";

const DISCORD = "200000000000000077";

describe("correcting a prospect", () => {
  it("stores each fact, as a new version", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Mira Flak" });
    const facts = {
      displayName: " Mira Falk ",
      username: "mira",
      email: "mira@example.org",
      discordId: DISCORD,
      starCitizenId: "MiraFalk",
      referralSource: "A friend",
    };
    const corrected = await officer.ok<Prospect>("PATCH", `/api/prospects/${id}`, { ...facts, version: 1 });
    expect(corrected).toMatchObject({ ...facts, displayName: "Mira Falk", version: 2 });
    expect(await officer.ok("GET", "/api/prospects/1?q=Mira%20Falk")).toMatchObject([{ id }]);
  });

  it("stores names with their values in the log, but only the change of an e-mail address, Discord account or RSI handle", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Mira Flak", email: "old@example.org" });
    await raw.DB.prepare("update prospects set star_citizen_id = 'MiraF' where id = ?").bind(id).run();
    const account = { email: "new@example.org", discordId: DISCORD, starCitizenId: "Mira_Falk" };
    const input = { displayName: "Mira Falk", ...account };
    await officer.ok("PATCH", `/api/prospects/${id}`, input);
    const [entry] = await historyOf(id);
    expect(entry?.action).toBe("corrected");
    expect(JSON.parse(entry?.changes ?? "")).toEqual({
      displayName: { from: "Mira Flak", to: "Mira Falk" },
      email: { from: null, to: null },
      discordId: { from: null, to: null },
      starCitizenId: { from: null, to: null },
    });
    const [audited] = await auditOf(id);
    expect(audited).toMatchObject({ action: "prospect.corrected" });
    expect(JSON.parse(audited?.details ?? "")).toEqual({
      fromDisplayName: "Mira Flak",
      toDisplayName: "Mira Falk",
    });
  });

  it("clears a fact by an empty text or null, and replaces an empty game tag by the name", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Bo", username: "bo_1", email: "bo@example.org" });
    await raw.DB.prepare("update prospects set star_citizen_id = 'Bo' where id = ?").bind(id).run();
    const cleared = await officer.ok("PATCH", `/api/prospects/${id}`, {
      username: "",
      email: null,
      starCitizenId: "",
    });
    expect(cleared).toMatchObject({ username: "Bo", email: null, starCitizenId: null });
  });

  it("writes nothing where no fact changes", async () => {
    const officer = await person("officer");
    const id = await prospect({ display_name: "Bo", username: "bo" });
    const before = await everything();
    expect(
      await officer.ok("PATCH", `/api/prospects/${id}`, { displayName: "Bo", username: "bo", email: "" }),
    ).toMatchObject({ version: 1 });
    expect(await everything()).toBe(before);
  });

  it("refuses a stale version with 409 and the current record", async () => {
    const officer = await person("officer");
    const id = await prospect();
    await officer.ok("PATCH", `/api/prospects/${id}`, { displayName: "First", version: 1 });
    expect(
      await officer.fails("PATCH", `/api/prospects/${id}`, { displayName: "Second", version: 1 }),
    ).toMatchObject({ status: 409, code: "stale_version", current: { displayName: "First", version: 2 } });
  });

  it("names the invalid field", async () => {
    const officer = await person("officer");
    expect(
      await officer.fails("PATCH", `/api/prospects/${await prospect()}`, { discordId: "12" }),
    ).toMatchObject({ status: 400, errors: { discordId: [expect.any(String)] } });
  });

  it("refuses a Discord account that another prospect has", async () => {
    const officer = await person("officer");
    await prospect({ discord_id: DISCORD });
    expect(
      await officer.fails("PATCH", `/api/prospects/${await prospect()}`, { discordId: DISCORD }),
    ).toMatchObject({ status: 409, code: "discord_id_taken" });
  });

  it("does not correct the Discord account that a user signs in with", async () => {
    const officer = await person("officer");
    const user = await person(null);
    const id = await prospect({ user_id: user.userId, discord_id: DISCORD });
    const { can } = await officer.ok<Prospect>("GET", `/api/prospects/${id}/record`);
    expect(can.correct).not.toContain("discordId");
    expect(await officer.fails("PATCH", `/api/prospects/${id}`, { discordId: null })).toMatchObject({
      status: 409,
      code: "discord_id_fixed",
    });
  });

  it("lets a member who sees their own prospects only correct these", async () => {
    const guide = await person("onboarding_team");
    const own = await prospect({ status: "onboarding", assigned_to: guide.memberId });
    const others = await prospect({ status: "onboarding" });
    expect(await guide.ok("PATCH", `/api/prospects/${own}`, { displayName: "Mine" })).toMatchObject({
      id: own,
    });
    expect(await guide.fails("PATCH", `/api/prospects/${others}`, { displayName: "No" })).toMatchObject({
      status: 404,
    });
  });
});

describe("linking a prospect to a Discord account", () => {
  const user = (discordId: string | null) =>
    insert("users", {
      organization_id: 1,
      username: "mira",
      display_name: "Mira",
      discord_id: discordId,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    });

  it("gives the prospect the user with the account, who then becomes a member", async () => {
    const officer = await person("officer");
    const userId = await user(DISCORD);
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await officer.ok("PATCH", `/api/prospects/${id}`, { discordId: DISCORD });
    expect(await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" })).toMatchObject({
      userId,
      memberId: expect.any(Number),
    });
    expect(await value("select count(*) from users where discord_id = ?", DISCORD)).toBe(1);
  });

  it("lets a member without a sign-in sign in with the account", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    const { userId } = await officer.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, {
      status: "active",
    });
    expect(await officer.ok("GET", `/api/prospects/${id}/record`)).toMatchObject({ signIn: [] });
    await officer.ok("PATCH", `/api/prospects/${id}`, { discordId: DISCORD });
    expect(await rows("select id from users where discord_id = ?", DISCORD)).toEqual([{ id: userId }]);
    expect(await officer.ok("GET", `/api/prospects/${id}/record`)).toMatchObject({ signIn: ["discord"] });
  });

  it("requires a recent proof and a rank above the member's", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "active", user_id: await user(null) });
    await ageProofs(officer, 31);
    expect(await officer.fails("PATCH", `/api/prospects/${id}`, { discordId: DISCORD })).toMatchObject({
      status: 403,
      code: "reauthentication_required",
    });
    const recruiter = await person("recruiter");
    const peer = await person("officer");
    const above = await prospect({ status: "active", user_id: peer.userId });
    expect(await recruiter.fails("PATCH", `/api/prospects/${above}`, { discordId: DISCORD })).toMatchObject({
      status: 403,
      code: "outranked",
    });
  });
});

it("refuses to correct or add a prospect with the Discord account of a user whom the actor does not outrank", async () => {
  const [officer, higher, lower] = [
    await person("officer"),
    await person("administrator"),
    await person("member"),
  ];
  for (const [at, each] of [higher, lower].entries())
    await raw.DB.prepare("update users set discord_id = ? where id = ?")
      .bind(`20000000000000010${at}`, each.userId)
      .run();
  const account = { discordId: "200000000000000100" };
  const id = await prospect();
  expect((await officer.fails("PATCH", `/api/prospects/${id}`, account)).code).toBe("outranked");
  const added = { displayName: "Nova Hale", ...account };
  expect((await officer.fails("POST", "/api/prospects", added)).code).toBe("outranked");
  expect(await rows("select user_id, discord_id from prospects")).toEqual([
    { user_id: null, discord_id: null },
  ]);
  await officer.ok("PATCH", `/api/prospects/${id}`, { discordId: "200000000000000101" });
  expect(await value("select user_id from prospects where id = ?", id)).toBe(lower.userId);
  await (await person("administrator")).ok("POST", "/api/prospects", added);
});
