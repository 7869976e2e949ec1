import { beforeEach, describe, expect, it } from "vitest";
import { everything, membershipOf, stored } from "../../testing/pipeline.ts";
import { type Caller, person, prospect, raw, rows } from "../../testing/world.ts";
import type { BulkAnswer, Prospect } from "./prospects.schema.ts";

const DISCORD = "200000000000000091";

let officer: Caller;
beforeEach(async () => {
  officer = await person("officer");
});

/** A user who has linked their Discord account by themselves, before any sync. */
async function linked(role: Parameters<typeof person>[0]) {
  const user = await person(role);
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(DISCORD, user.userId).run();
  return user;
}

/** A prospect at onboarding who was added by hand, with a Discord account of no user at that time. */
const added = (values: Parameters<typeof prospect>[0] = {}) =>
  prospect({ status: "onboarding", assigned_to: officer.memberId, discord_id: DISCORD, ...values });

const activate = (id: number) =>
  officer.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, { status: "active" });

describe("a prospect with another user's Discord account who becomes active", () => {
  it("takes that user, who becomes a member", async () => {
    const user = await linked(null);
    const id = await added();
    expect(await activate(id)).toMatchObject({ status: "active", userId: user.userId, discordId: DISCORD });
    expect(await membershipOf(user.userId)).toMatchObject({ status: "active" });
    expect(await rows("select id from users where discord_id = ?", DISCORD)).toEqual([{ id: user.userId }]);
  });

  it("takes that user, whose role and membership stay, also when it is undone", async () => {
    const user = await linked("member");
    const before = await membershipOf(user.userId);
    const id = await added();
    expect(await activate(id)).toMatchObject({ status: "active", memberId: user.memberId });
    expect(await membershipOf(user.userId)).toEqual(before);
    expect(await rows("select 1 from audit_log where action = 'member.joined'")).toEqual([]);
    await officer.ok("POST", `/api/prospects/${id}/undo`, {});
    expect(await stored(id)).toMatchObject({ status: "onboarding" });
    expect(await membershipOf(user.userId)).toEqual(before);
  });

  it("takes that user, whose membership had ended", async () => {
    const user = await linked("member");
    await raw.DB.prepare("update members set status = 'inactive' where user_id = ?").bind(user.userId).run();
    await activate(await added());
    expect(await membershipOf(user.userId)).toMatchObject({ status: "active" });
  });

  it("is refused where that user holds a role as high as the caller's, and nothing is written", async () => {
    await linked("officer");
    const id = await added({ display_name: "Mira Falk" });
    const before = await everything();
    expect(await officer.fails("PATCH", `/api/prospects/${id}/status`, { status: "active" })).toMatchObject({
      code: "outranked",
      detail: expect.stringContaining("Mira Falk"),
    });
    expect(await everything()).toBe(before);
  });

  it("is refused where that user has a prospect already, and nothing is written", async () => {
    const user = await linked(null);
    await prospect({ user_id: user.userId });
    const id = await added();
    const before = await everything();
    expect(await officer.fails("PATCH", `/api/prospects/${id}/status`, { status: "active" })).toMatchObject({
      status: 409,
      code: "discord_id_taken",
    });
    expect(await everything()).toBe(before);
  });

  it("is skipped with the reason if refused among many, and the others become members", async () => {
    await linked("officer");
    const user = await person(null);
    const other = "200000000000000092";
    await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(other, user.userId).run();
    const refused = await added({ display_name: "Mira Falk" });
    const joined = await added({ discord_id: other });
    const plain = await added({ discord_id: "200000000000000093" });
    const answer = await officer.ok<BulkAnswer>("POST", "/api/prospects/bulk", {
      prospects: [refused, joined, plain].map((id) => ({ id })),
      change: { kind: "status", status: "active" },
    });
    expect(answer).toMatchObject({
      changed: 2,
      skipped: [
        { id: refused, name: "Mira Falk", detail: expect.stringContaining("Mira Falk holds a role") },
      ],
    });
    expect((await stored(refused)).status).toBe("onboarding");
    expect(await stored(joined)).toMatchObject({ status: "active", user_id: user.userId });
    const { user_id: made } = await stored(plain);
    expect(await membershipOf(made as number)).toMatchObject({ status: "active" });
  });
});

describe("a prospect who is restored", () => {
  it("has the Discord account that its user linked after the deletion", async () => {
    const user = await person(null);
    const id = await prospect({ user_id: user.userId });
    await officer.ok("DELETE", `/api/prospects/${id}`, { reason: "By mistake" });
    // The writes of linking a Discord account.
    await raw.DB.batch([
      raw.DB.prepare("update users set discord_id = ? where id = ?").bind(DISCORD, user.userId),
      raw.DB.prepare("update prospects set discord_id = ? where user_id = ?").bind(DISCORD, user.userId),
    ]);
    await officer.ok("POST", `/api/prospects/${id}/restore`);
    expect(await stored(id)).toMatchObject({ status: "intro", discord_id: DISCORD, user_id: user.userId });
    expect(
      await officer.fails("POST", "/api/prospects", { displayName: "Again", discordId: DISCORD }),
    ).toMatchObject({ status: 409, code: "discord_id_taken" });
  });

  it("stays merged once the user of the merge linked a Discord account", async () => {
    const user = await person(null);
    const other = await prospect({ user_id: user.userId });
    const id = await prospect();
    await officer.ok("POST", `/api/prospects/${id}/merge`, { otherId: other });
    await raw.DB.batch([
      raw.DB.prepare("update users set discord_id = ? where id = ?").bind(DISCORD, user.userId),
      raw.DB.prepare("update prospects set discord_id = ? where user_id = ?").bind(DISCORD, user.userId),
    ]);
    const before = await everything();
    expect(await officer.fails("POST", `/api/prospects/${other}/restore`)).toMatchObject({
      status: 409,
      code: "undo_not_possible",
    });
    expect(await everything()).toBe(before);
  });
});
