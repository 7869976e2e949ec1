import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows } from "../../testing/world.ts";
import { comment, wish } from "./testing/wishes.factory.ts";
import { type Comment, MOST_COMMENTS, type Wish, type WishDetails } from "./wishes.schema.ts";

let officer: Caller;
let mona: Caller;
let vega: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Olga");
  mona = await person("member", 1, "Mona");
  vega = await person("member", 1, "Vega");
});
const read = (caller: Caller, id: number) => caller.ok<WishDetails>("GET", `/api/wishes/${id}/details`);

describe("a comment", () => {
  const add = (caller: Caller, id: number, text = "So do I.") =>
    caller.ok<Comment>("POST", `/api/wishes/${id}/comments`, { text });

  it("is written by every reader, and changed and deleted only by its author", async () => {
    const id = await wish();
    const made = await add(mona, id, "  So **do** I. ");
    expect(made).toMatchObject({
      text: "So **do** I.",
      editedAt: null,
      removed: null,
      version: 1,
      author: { displayName: "Mona" },
      can: { update: true, delete: true, remove: false },
    });
    const path = `/api/wish-comments/${made.id}`;
    for (const caller of [vega, officer]) {
      expect(await caller.fails("PATCH", path, { text: "No" })).toMatchObject({
        code: "wish_comment_not_yours",
      });
      expect(await caller.fails("DELETE", path)).toMatchObject({ code: "wish_comment_not_yours" });
    }
    const changed = await mona.ok<Comment>("PATCH", path, { text: "Me too.", version: 1 });
    expect(changed).toMatchObject({ text: "Me too.", editedAt: expect.any(String), version: 2 });
    expect(await mona.fails("PATCH", path, { text: "Other", version: 1 })).toMatchObject({
      status: 409,
      code: "stale_version",
      current: { text: "Me too.", version: 2 },
    });
    await add(vega, id, "Third");
    const { thread, comments } = await read(vega, id);
    expect([comments, thread.map(({ text }) => text)]).toEqual([2, ["Me too.", "Third"]]);
    await mona.ok("DELETE", path);
    expect(await read(vega, id)).toMatchObject({ comments: 1, thread: [{ text: "Third" }] });
  });

  it("is removed by an officer: the reason is shown instead of its text", async () => {
    const id = await wish();
    const made = await add(mona, id, "You are all fools.");
    const path = `/api/wish-comments/${made.id}`;
    expect((await read(officer, id)).thread[0]?.can).toEqual({ update: false, delete: false, remove: true });
    expect(await vega.fails("POST", `${path}/removal`, { reason: "Rude" })).toMatchObject({
      code: "forbidden",
    });
    expect((await officer.fails("POST", `${path}/removal`, { reason: " " })).errors).toHaveProperty("reason");
    const removed = await officer.ok<Comment>("POST", `${path}/removal`, { reason: "Rude", version: 1 });
    expect(removed).toMatchObject({ text: "", removed: { by: "Olga", reason: "Rude" } });
    expect((await read(mona, id)).thread[0]).toMatchObject({
      text: "",
      removed: { by: "Olga", reason: "Rude" },
      can: { update: false, delete: false, remove: false },
    });
    for (const [caller, method, rest, body] of [
      [mona, "PATCH", "", { text: "Again" }],
      [mona, "DELETE", ""],
      [officer, "POST", "/removal", { reason: "Rude" }],
    ] as const)
      expect(await caller.fails(method, `${path}${rest}`, body)).toMatchObject({
        code: "wish_comment_removed",
      });
    const own = await add(officer, id);
    expect(own.can.remove).toBe(false);
    expect(
      await officer.fails("POST", `/api/wish-comments/${own.id}/removal`, { reason: "Mine" }),
    ).toMatchObject({ code: "wish_comment_not_yours" });
    expect(JSON.stringify(await rows("select * from audit_log"))).not.toContain("fools");
  });

  it("has 1 to 2,000 characters, is written once for an idempotency key, and is refused beyond 500", async () => {
    const id = await wish();
    const path = `/api/wishes/${id}/comments`;
    for (const text of ["", "x".repeat(2_001), "\u202egnp.exe"])
      expect((await mona.fails("POST", path, { text })).errors).toHaveProperty("text");
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (let times = 0; times < 2; times++)
      await mona.call("POST", path, { body: { text: "Once" }, headers });
    expect((await read(mona, id)).comments).toBe(1);
    for (let at = 1; at < MOST_COMMENTS - 1; at++) await comment(id, mona);
    const answers = await Promise.all([1, 2].map(() => mona.call("POST", path, { body: { text: "Last" } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await mona.fails("POST", path, { text: "One more" })).toMatchObject({
      code: "wish_comments_full",
    });
  });

  it("is shown and counted at the target of a merge until that is undone, and the merged wish takes no further one", async () => {
    const [into, id] = [await wish(), await wish({ title: "Laser timer" })];
    const [first] = [
      await add(mona, id, "First"),
      await add(vega, into, "Second"),
      await add(mona, id, "Third"),
    ];
    await officer.ok("POST", `/api/wishes/${id}/merge`, { into });
    const shown = async (wishId: number) => {
      const { comments, thread } = await read(vega, wishId);
      const [listed] = (await vega.ok<Wish[]>("GET", "/api/wishes/1")).filter((each) => each.id === wishId);
      return [comments, listed?.comments, thread.map(({ text, wish: { title } }) => `${text} on ${title}`)];
    };
    const all = ["First on Laser timer", "Second on Mining timer", "Third on Laser timer"];
    expect(await shown(into)).toEqual([3, 3, all]);
    expect(await shown(id)).toEqual([2, undefined, [all[0], all[2]]]);
    expect(await mona.fails("POST", `/api/wishes/${id}/comments`, { text: "More" })).toMatchObject({
      code: "wish_is_merged",
    });
    await mona.ok("DELETE", `/api/wish-comments/${first.id}`);
    expect(await shown(into)).toEqual([2, 2, all.slice(1)]);
    await officer.ok("DELETE", `/api/wishes/${id}/merge`);
    expect([await shown(into), await shown(id)]).toEqual([
      [1, 1, [all[1]]],
      [1, 1, [all[2]]],
    ]);
  });

  it("is refused beyond 500 of a wish and those merged into it together", async () => {
    const [into, id, other] = [await wish(), await wish(), await wish()];
    for (const wishId of [into, id, other]) await comment(wishId, mona);
    const fill = (wishId: number, count: number) =>
      raw.DB.prepare("update wishes set comments = ? where id = ?").bind(count, wishId).run();
    await fill(into, MOST_COMMENTS - 2);
    await fill(other, 2);
    await officer.ok("POST", `/api/wishes/${id}/merge`, { into });
    expect(await officer.fails("POST", `/api/wishes/${other}/merge`, { into })).toMatchObject({
      code: "wish_comments_together",
    });
    await add(mona, into);
    expect(await mona.fails("POST", `/api/wishes/${into}/comments`, { text: "More" })).toMatchObject({
      code: "wish_comments_full",
    });
  });
});
