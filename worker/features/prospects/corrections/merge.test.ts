import { describe, expect, it } from "vitest";
import { everything, historyOf, membershipOf, stored } from "../../../testing/pipeline.ts";
import { type Caller, person, prospect, raw, rows, value } from "../../../testing/world.ts";
import type { Prospect, ProspectCounts, ProspectHistoryEntry } from "../prospects.schema.ts";

const DISCORD = "200000000000000088";

/** A prospect from a sync: with a user who signs in with Discord. */
async function synced(values: Parameters<typeof prospect>[0] = {}) {
  const user = await person(null);
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(DISCORD, user.userId).run();
  const found = { discord_id: DISCORD, discord_status: "active", user_id: user.userId, avatar: "abc" };
  return { id: await prospect({ display_name: "mira_falk", ...found, ...values }), user };
}

const merge = (caller: Caller, id: number, otherId: number) =>
  caller.ok<Prospect>("POST", `/api/prospects/${id}/merge`, { otherId });
const undo = (caller: Caller, id: number) => caller.ok<Prospect>("POST", `/api/prospects/${id}/restore`);

describe("merging prospects", () => {
  it("links a prospect added by hand to the Discord account of the one from a sync", async () => {
    const officer = await person("officer");
    const { id: other, user } = await synced();
    const id = await prospect({ display_name: "Mira Falk", status: "onboarding" });
    expect(await merge(officer, id, other)).toMatchObject({
      id,
      displayName: "Mira Falk",
      status: "onboarding",
      discordId: DISCORD,
      discordStatus: "active",
      userId: user.userId,
      avatarUrl: expect.stringContaining("/abc"),
    });
    expect(await officer.ok("GET", `/api/prospects/${id}/record`)).toMatchObject({ signIn: ["discord"] });
  });

  it("copies values that the kept one lacks, keeps its own, and joins the notes", async () => {
    const officer = await person("officer");
    const id = await prospect({ email: "own@example.org", notes: "Flies." });
    const other = await prospect({
      email: "other@example.org",
      notes: "Mines.",
      assigned_to: officer.memberId,
    });
    await raw.DB.prepare("update prospects set star_citizen_id = 'Mira' where id = ?").bind(other).run();
    expect(await merge(officer, id, other)).toMatchObject({
      email: "own@example.org",
      notes: "Flies.\n\nMines.",
      assignedTo: officer.memberId,
      starCitizenId: "Mira",
    });
  });

  it("shows both histories as one, newest first", async () => {
    const officer = await person("officer");
    const [id, other] = [await prospect(), await prospect({ display_name: "Other" })];
    for (const each of [id, other, id])
      await officer.ok("PATCH", `/api/prospects/${each}/notes`, { notes: `${each} ${crypto.randomUUID()}` });
    await merge(officer, id, other);
    const history = await officer.ok<ProspectHistoryEntry[]>("GET", `/api/prospects/${id}/history`);
    expect(history.map(({ action }) => action)).toEqual(["merged", "notes", "notes", "notes"]);
    expect(history[0]).toMatchObject({ newValue: "Other" });
    const ids = history.map((entry) => entry.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it("removes the other one from all lists, searches, counts, team figures and records", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const other = await prospect({ display_name: "Vanished", assigned_to: officer.memberId });
    const counts = () => officer.ok<ProspectCounts>("GET", "/api/prospects/1/counts");
    const before = await counts();
    await merge(officer, id, other);
    expect((await counts()).intro).toBe(before.intro - 1);
    expect((await officer.ok<Prospect[]>("GET", "/api/prospects/1")).map((each) => each.id)).not.toContain(
      other,
    );
    expect(await officer.ok("GET", "/api/prospects/1?q=Vanished")).toEqual([]);
    expect(await officer.fails("GET", `/api/prospects/${other}/record`)).toMatchObject({ status: 404 });
    expect(await officer.ok("GET", "/api/prospects/1/team")).toMatchObject({
      assignees: [{ memberId: officer.memberId, open: 1 }],
    });
    expect(await officer.ok("GET", `/api/prospects/${other}/removal`)).toMatchObject({
      kind: "merged",
      into: { id },
      can: { restore: true },
    });
  });

  it("takes the stage of a member with the membership", async () => {
    const officer = await person("officer");
    const member = await person("member");
    const other = await prospect({ status: "active", user_id: member.userId });
    const id = await prospect({ deadline: "2030-01-01T00:00:00.000Z" });
    expect(await merge(officer, id, other)).toMatchObject({
      status: "active",
      deadline: null,
      memberId: member.memberId,
    });
  });

  it("gives a member without a sign-in the Discord account, and ends the other user's sessions", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    const { userId } = await officer.ok<Prospect>("PATCH", `/api/prospects/${id}/status`, {
      status: "active",
    });
    const { id: other, user } = await synced();
    expect(await merge(officer, id, other)).toMatchObject({ userId, discordId: DISCORD, status: "active" });
    expect(await rows("select id from users where discord_id = ?", DISCORD)).toEqual([{ id: userId }]);
    expect(await value("select count(*) from sessions where user_id = ?", user.userId)).toBe(0);
    expect(await membershipOf(userId)).toMatchObject({ status: "active" });
  });

  it.each([
    [
      "two members",
      "both_members",
      async () => {
        const [one, two] = [await person("member"), await person("member")];
        return [await prospect({ user_id: one.userId }), await prospect({ user_id: two.userId })] as const;
      },
    ],
    [
      "a member into a prospect who can sign in",
      "merge_other_way",
      async () => {
        const member = await person("member");
        return [(await synced()).id, await prospect({ user_id: member.userId, status: "active" })] as const;
      },
    ],
    [
      "somebody of the caller's rank",
      "outranked",
      async () => {
        const peer = await person("officer");
        return [await prospect(), await prospect({ user_id: peer.userId, status: "active" })] as const;
      },
    ],
  ] as const)("refuses to merge %s, and writes nothing", async (_, code, make) => {
    const officer = await person("officer");
    const [id, otherId] = await make();
    const before = await everything();
    expect(await officer.fails("POST", `/api/prospects/${id}/merge`, { otherId })).toMatchObject({ code });
    expect(await everything()).toBe(before);
  });

  it("refuses a prospect of another organization, a missing one, and the prospect itself", async () => {
    const officer = await person("officer");
    const id = await prospect();
    expect(await officer.fails("POST", `/api/prospects/${id}/merge`, { otherId: 99_999 })).toMatchObject({
      status: 404,
    });
    expect(await officer.fails("POST", `/api/prospects/${id}/merge`, { otherId: id })).toMatchObject({
      status: 400,
      errors: { otherId: [expect.any(String)] },
    });
  });

  it("refuses a stale version with 409 and the current record", async () => {
    const officer = await person("officer");
    const [id, otherId] = [await prospect(), await prospect()];
    await officer.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "Newer" });
    expect(await officer.fails("POST", `/api/prospects/${id}/merge`, { otherId, version: 1 })).toMatchObject({
      code: "stale_version",
      current: { id, notes: "Newer" },
    });
  });
});

describe("undoing a merge", () => {
  it("restores both as they were", async () => {
    const officer = await person("officer");
    const { id: other } = await synced({ assigned_to: officer.memberId, notes: "Mines." });
    const id = await prospect({ display_name: "Mira Falk", notes: "Flies." });
    const record = (recordId: number) => officer.ok<Prospect>("GET", `/api/prospects/${recordId}/record`);
    const plain = ({ version, updatedAt, ...rest }: Prospect) => rest;
    const before = [plain(await record(id)), plain(await record(other))];
    await merge(officer, id, other);
    await undo(officer, other);
    expect([plain(await record(id)), plain(await record(other))]).toEqual(before);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(["merged", "unmerged"]);
    expect(await rows("select * from prospect_removals")).toEqual([]);
  });

  it("gives a Discord account back to its former user", async () => {
    const officer = await person("officer");
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    const { id: other, user } = await synced();
    await merge(officer, id, other);
    await undo(officer, other);
    expect(await rows("select id from users where discord_id = ?", DISCORD)).toEqual([{ id: user.userId }]);
    expect(await stored(other)).toMatchObject({ user_id: user.userId, discord_id: DISCORD });
  });

  it("keeps later changes of the kept prospect", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const other = await prospect({ email: "other@example.org" });
    await merge(officer, id, other);
    await officer.ok("PATCH", `/api/prospects/${id}`, { email: "newer@example.org", displayName: "Renamed" });
    await undo(officer, other);
    expect(await stored(id)).toMatchObject({ email: "newer@example.org", display_name: "Renamed" });
    expect(await stored(other)).toMatchObject({ email: "other@example.org", status: "intro" });
  });

  it("is refused once the kept prospect has become a member by the other's user", async () => {
    const officer = await person("officer");
    const { id: other } = await synced();
    const id = await prospect({ status: "onboarding", assigned_to: officer.memberId });
    await merge(officer, id, other);
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    expect(await officer.fails("POST", `/api/prospects/${other}/restore`)).toMatchObject({
      code: "undo_not_possible",
    });
  });
});

describe("deleting the user of a merged prospect", () => {
  it("deletes the personal data of the prospects merged into it, and the data for undoing the merges", async () => {
    const administrator = await person("administrator");
    const { id: other, user } = await synced({ email: "mira@example.org" });
    const inner = await prospect({ email: "inner@example.org" });
    await merge(administrator, other, inner);
    const id = await prospect();
    await merge(administrator, id, other);
    const { text } = await user.call("GET", "/api/user/data");
    expect(text).toContain("inner@example.org");
    await administrator.ok("DELETE", `/api/users/${user.userId}`);
    const personal = await rows(
      "select id from prospects where email is not null or discord_id is not null or user_id is not null",
    );
    expect(personal).toEqual([]);
    expect(await rows("select before from prospect_removals")).toEqual([{ before: null }, { before: null }]);
    expect([await stored(id), await stored(other), await stored(inner)].map(({ status }) => status)).toEqual([
      "inactive",
      "removed",
      "removed",
    ]);
  });
});
