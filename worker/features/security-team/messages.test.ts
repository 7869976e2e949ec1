import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Notice } from "../notices/notices.schema.ts";
import {
  type ApplicationDetails,
  MESSAGE_MOST,
  type Message,
  MOST_MESSAGES,
} from "./security-team.schema.ts";
import { applied, putOnHold, written } from "./testing/security-team.factory.ts";

const BASE = "/api/security-applications";
let otto: Caller;
let olga: Caller;
let vega: Caller;
let id: number;
beforeEach(async () => {
  otto = await person("officer", 1, "Otto");
  olga = await person("officer", 1, "Olga");
  vega = await person("member", 1, "Vega");
  id = await applied(vega);
});

const write = (by: Caller, text: string, more: object = {}) =>
  by.ok<Message>("POST", `${BASE}/${id}/messages`, { text, ...more });
const detailsOf = (by: Caller) => by.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`);
const path = ({ id: of }: Message) => `/api/security-messages/${of}`;
const bellOf = async (caller: Caller, kind: string) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).filter((each) => each.kind === kind);

describe("a thread", () => {
  it("is read by its applicant and by reviewers, notes by reviewers alone, and neither by anybody else", async () => {
    await write(vega, "When do we fly?");
    await write(otto, "On Fridays");
    await write(otto, "Sounds eager", { isNote: true });
    const own = await detailsOf(vega);
    expect([own.thread.map(({ text }) => text), own.staff]).toEqual([
      ["When do we fly?", "On Fridays"],
      null,
    ]);
    expect((await detailsOf(olga)).staff?.notes.map(({ text }) => text)).toEqual(["Sounds eager"]);
    expect((await vega.fails("POST", `${BASE}/${id}/messages`, { text: "x", isNote: true })).code).toBe(
      "application_self",
    );
    const stranger = await person("administrator", await organization());
    for (const caller of [await person("member"), stranger]) {
      expect((await caller.fails("GET", `${BASE}/${id}/details`)).code).toBe("not_found");
      expect((await caller.fails("POST", `${BASE}/${id}/messages`, { text: "Hi" })).code).toBe("not_found");
    }
  });

  it("shows a reviewer of their own application no notes, flags or reviews", async () => {
    id = await applied(otto);
    await write(olga, "Knows everybody", { isNote: true });
    const { staff, can, thread } = await detailsOf(otto);
    expect([staff, thread, can.review, can.decide, can.note, can.hold]).toEqual([
      null,
      [],
      false,
      false,
      false,
      false,
    ]);
    const note = await value<number>("select max(id) from security_messages");
    expect((await otto.fails("PATCH", `/api/security-messages/${note}`, { text: "x" })).code).toBe(
      "not_found",
    );
  });

  it("notifies the other side, with one notice for several messages, and not of notes", async () => {
    await write(vega, "One");
    await write(vega, "Two");
    expect((await bellOf(otto, "security.message")).map(({ text }) => text)).toEqual([
      "Vega wrote about the application for the Security Team.",
    ]);
    await write(otto, "Three");
    await write(otto, "Four");
    await write(otto, "Five", { isNote: true });
    const notices = await bellOf(vega, "security.question");
    expect(notices).toMatchObject([
      {
        text: "Otto wrote to you about your application for the Security Team.",
        opens: `/organization?tab=security&application=${id}`,
      },
    ]);
  });

  it("ends a hold with the applicant's answer; a reviewer's message does not", async () => {
    await otto.ok("POST", `${BASE}/${id}/hold`, { reason: "Which ships?" });
    expect(await bellOf(vega, "security.held")).toHaveLength(1);
    expect((await olga.fails("POST", `${BASE}/${id}/hold`, { reason: "And when?" })).code).toBe(
      "security_held",
    );
    await write(olga, "We wait");
    expect((await detailsOf(vega)).hold?.reason).toBe("Which ships?");
    await write(vega, "A Cutlass");
    const { hold, steps } = await detailsOf(vega);
    expect([hold, steps.map(({ kind, words }) => [kind, words])]).toEqual([
      null,
      [
        ["sent", null],
        ["held", "Which ships?"],
        ["resumed", null],
      ],
    ]);
    await putOnHold(id);
    await otto.ok("POST", `${BASE}/${id}/resume`, {});
    expect((await otto.fails("POST", `${BASE}/${id}/resume`, {})).code).toBe("security_not_held");
  });

  it("is closed by the decision, except for notes; its messages cannot be edited any more", async () => {
    const own = await write(vega, "Please");
    await raw.DB.prepare("update contract_applications set status = 'declined'").run();
    expect((await vega.fails("POST", `${BASE}/${id}/messages`, { text: "Why?" })).code).toBe(
      "application_decided",
    );
    expect((await vega.fails("PATCH", path(own), { text: "No" })).code).toBe("security_message_kept");
    await write(otto, "Was close", { isNote: true });
    await vega.ok("DELETE", path(own));
  });

  it(`has at most ${MOST_MESSAGES} messages, each of bounded length and stored as typed`, async () => {
    const text = "**bold** <script>alert(1)</script> [x](javascript:alert(1))";
    expect((await write(vega, text)).text).toBe(text);
    for (const wrong of ["", "  ", "x".repeat(MESSAGE_MOST + 1), "a\u202eb"])
      expect((await vega.fails("POST", `${BASE}/${id}/messages`, { text: wrong })).code).toBe(
        "invalid_input",
      );
    await raw.DB.prepare(
      `insert into security_messages (organization_id, application_id, is_note, text, created_at, updated_at)
       select 1, ?, 0, 'x', '', '' from json_each(?)`,
    )
      .bind(id, JSON.stringify(Array(MOST_MESSAGES - 1).fill(0)))
      .run();
    expect((await vega.fails("POST", `${BASE}/${id}/messages`, { text: "Hi" })).code).toBe(
      "security_messages_full",
    );
  });
});

describe("a message", () => {
  it("is edited and deleted by its author alone, and a stale edit is refused with the current message", async () => {
    const own = await write(vega, "Fridays");
    expect(own.can).toEqual({ update: true, delete: true, remove: false });
    for (const [method, body] of [
      ["PATCH", { text: "Mondays" }],
      ["DELETE", undefined],
    ] as const)
      expect((await otto.fails(method, path(own), body)).code).toBe("security_message_kept");
    const edited = await vega.ok<Message>("PATCH", path(own), { text: "Mondays", version: 1 });
    expect([edited.text, edited.version, edited.editedAt !== null]).toEqual(["Mondays", 2, true]);
    const late = await vega.fails("PATCH", path(own), { text: "Tuesdays", version: 1 });
    expect(late).toMatchObject({ code: "stale_version", current: { text: "Mondays", version: 2 } });
    await vega.ok("DELETE", path(own));
    expect(await rows("select * from security_messages")).toEqual([]);
  });

  it("of another user in the thread is removed by a reviewer with a reason in its place; notes and own messages are not", async () => {
    const theirs = await write(vega, "Quillon is bad");
    const removed = await otto.ok<Message>("POST", `${path(theirs)}/removal`, {
      reason: "Names others",
      version: 1,
    });
    expect(removed).toMatchObject({ text: "", removed: { by: "Otto", reason: "Names others" } });
    expect(await value("select text from security_messages")).toBe("");
    expect((await vega.fails("PATCH", path(theirs), { text: "Back" })).code).toBe("security_message_kept");
    expect((await vega.fails("DELETE", path(theirs))).code).toBe("security_message_kept");
    const note = await write(olga, "Hm", { isNote: true });
    const own = await write(otto, "Hello");
    for (const each of [note, own])
      expect((await otto.fails("POST", `${path(each)}/removal`, { reason: "No" })).code).toBe(
        "security_message_own",
      );
    expect((await vega.fails("POST", `${path(own)}/removal`, { reason: "No" })).code).toBe("forbidden");
    expect(
      await rows("select action, details from audit_log where action = 'security.message_removed'"),
    ).toEqual([{ action: "security.message_removed", details: null }]);
  });

  it("has no author once its author is deleted", async () => {
    await written(id, otto);
    await (await person("administrator")).ok("DELETE", `/api/users/${otto.userId}`);
    expect((await detailsOf(vega)).thread).toMatchObject([{ author: null, text: "Hello" }]);
  });
});
