import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  type Said,
  textOf,
  unknownUser,
} from "../../../testing/discord-user.ts";
import { everything, historyOf, stored } from "../../../testing/pipeline.ts";
import { type Caller, freshDatabase, hoursFromNow, person, prospect, raw } from "../../../testing/world.ts";
import { PROSPECT_TEXTS } from "../prospects.commands.texts.ts";
import type { Prospect, ProspectStatus } from "../prospects.schema.ts";
import type { ProspectValues } from "../testing/prospects.factory.ts";

beforeEach(freshDatabase);

const DAY = 86_400_000;
const seconds = (instant: string | null) => Math.floor(Date.parse(instant ?? "") / 1_000);

let officer: Caller;
let user: DiscordUser;
beforeEach(async () => {
  officer = await person("officer", 1, "Freja Ravn");
  user = await inDiscord(officer);
});

async function card(values: Partial<ProspectValues> = {}) {
  const id = await prospect({ display_name: "VantaBlack", status: "onboarding", ...values });
  return { id, shown: await user.types("prospect", { name: `${id}` }) };
}

/** The label of a card's menu, undefined without one. */
const menuOf = (reply: Said) => componentsOf(reply).find(({ type }) => type === 5)?.placeholder;

/** The labels of the moves that a record allows. */
const stepsOf = ({ can, status }: Prospect) =>
  can.moveTo.map((to) => {
    const leaves = to === "inactive" && status !== "active";
    const isBack = to === "onboarding" && (status === "active" || status === "inactive");
    return PROSPECT_TEXTS[`step_${leaves ? "leave" : isBack ? "back" : to}`].en;
  });

describe("the card", () => {
  it("shows each role the same as the web app, with the moves that the record allows", async () => {
    for (const role of ["officer", "crm_manager", "recruiter", "onboarding_team", "member"] as const) {
      const caller = await person(role);
      const theirs = await inDiscord(caller);
      for (const status of [
        "intro",
        "assigned_onboarding",
        "onboarding",
        "active",
        "inactive",
      ] as ProspectStatus[])
        for (const assigned_to of [caller.memberId, officer.memberId]) {
          const id = await prospect({
            display_name: "VantaBlack",
            status,
            assigned_to,
            notes: "Flies on Thursdays",
            deadline: hoursFromNow(5),
          });
          const web = await caller.call("GET", `/api/prospects/${id}/record`);
          const reply = await theirs.types("prospect", { name: `${id}` });
          if (web.status !== 200) {
            expect(textOf(reply)).not.toContain("VantaBlack");
            expect(buttonsOf(reply)).toEqual([]);
            continue;
          }
          const seen = JSON.parse(web.text) as Prospect;
          expect(textOf(reply)).toContain(seen.displayName);
          expect(textOf(reply)).toContain(assigned_to === caller.memberId ? "**you**" : "**Freja Ravn**");
          expect(textOf(reply)).toContain(`<t:${seconds(seen.deadline)}:R>`);
          expect(textOf(reply)).toContain("> Flies on Thursdays");
          expect(buttonsOf(reply).toSorted()).toEqual(
            [
              ...stepsOf(seen),
              ...(seen.can.update ? ["Add note"] : []),
              ...(seen.can.setDeadline ? ["+1 day", "+3 days"] : []),
              "Open",
            ].toSorted(),
          );
          expect(menuOf(reply)).toBe(seen.can.assign ? "Reassign" : undefined);
        }
    }
  });

  it("is refused alike for an existing and a missing prospect, as is autocomplete", async () => {
    const others = await prospect({
      display_name: "VantaBlack",
      assigned_to: officer.memberId,
      status: "onboarding",
    });
    for (const role of ["member", "onboarding_team"] as const) {
      const theirs = await inDiscord(await person(role));
      const refused = textOf(await theirs.types("prospect", { name: `${others}` }));
      expect(refused).toBe(textOf(await theirs.types("prospect", { name: "999999" })));
      expect(
        textOf(await theirs.types("prospect", { name: "VantaBlack" })).replace("VantaBlack", "Nobody"),
      ).toBe(textOf(await theirs.types("prospect", { name: "Nobody" })));
      for (const typed of ["", "Vanta", `${others}`])
        expect(await theirs.completes("prospect", "name", typed)).toEqual([]);
    }
    expect(textOf(await unknownUser().types("prospect", { name: `${others}` }))).toContain(
      "I don't know you",
    );
    expect(await user.completes("prospect", "name", "vanta")).toEqual(["VantaBlack · Onboarding"]);
  });

  it("is found by a part of a name; several matches are offered in a note, and none is reported", async () => {
    const recruiter = await person("recruiter", 1, "Ida Storm");
    const first = await prospect({ display_name: "Magnus Falk", assigned_to: recruiter.memberId });
    await prospect({ display_name: "Falk Berg", status: "active" });
    expect(textOf(await user.types("prospect", { name: "magnus" }))).toBe(
      textOf(await user.types("prospect", { name: `${first}` })),
    );
    expect(textOf(await user.types("prospect", { name: "magnus" }))).toContain("Assigned to **Ida Storm**");
    const list = await user.types("prospect", { name: "falk" });
    expect(textOf(list)).toContain("Choose one from the list that Discord shows");
    expect(buttonsOf(list).toSorted()).toEqual(["Falk Berg · Active", "Magnus Falk · Intro"]);
    expect(buttonsOf(await user.presses(list, "Magnus Falk · Intro"))).toContain("Complete intro");
    expect(textOf(await user.types("prospect", { name: "Zorro" }))).toContain("nothing by “Zorro”");
  });
});

it("is found by typing more where Discord cannot offer all matches, as the last choice explains", async () => {
  const names = Array.from({ length: 26 }, (_, at) => `Falk ${String.fromCharCode(65 + at)}`);
  for (const display_name of names) await prospect({ display_name, status: "intro" });
  const offered = await user.completes("prospect", "name", "falk");
  expect([offered.length, offered.at(-1)]).toEqual([25, "… and more: type more of the name"]);
  expect(new Set(offered).size).toBe(25);
  for (const typed of ["falk", "…falk", "…"]) {
    const list = await user.types("prospect", { name: typed });
    expect([buttonsOf(list).length, textOf(list).includes("There are more than these")]).toEqual([5, true]);
  }
  expect(textOf(await user.types("prospect", { name: "…" }))).not.toContain("“");
  expect(await user.completes("prospect", "name", "falk z")).toEqual(["Falk Z · Intro"]);
});

describe("a move", () => {
  it("is made at once where it needs no input", async () => {
    const { id, shown } = await card({ assigned_to: officer.memberId, deadline: hoursFromNow(5) });
    await person("administrator");
    const active = await user.presses(shown, "Make active");
    expect(textOf(active)).toContain("Active since today");
    expect(await stored(id)).toMatchObject({ status: "active", deadline: null });
  });

  it("out of the pipeline requires a reason, and stores it with the outcome", async () => {
    const { id, shown } = await card();
    const asked = await user.presses(shown, "Decline…");
    expect(asked.type).toBe(9);
    expect((await stored(id)).status).toBe("onboarding");
    const reply = await user.fills(asked, { reason: "No time to fly" });
    expect(textOf(reply)).toContain("Inactive since today");
    expect((await historyOf(id)).at(-1)).toMatchObject({
      action: "status",
      newValue: "inactive",
      notes: "No time to fly",
      changes: JSON.stringify({ outcome: { from: null, to: "declined" } }),
    });
  });

  it("that declines a user asks for what they read, too; other people have no page to read it on", async () => {
    const { userId } = await person(null);
    const idsOf = (asked: { data?: { components?: { component?: { custom_id?: string } }[] } }) =>
      asked.data?.components?.map((each) => each.component?.custom_id);
    const { shown } = await card();
    expect(idsOf(await user.presses(shown, "Decline…"))).toHaveLength(1);
    const { id, shown: theirs } = await card({ user_id: userId });
    const asked = await user.presses(theirs, "Decline…");
    expect(idsOf(asked)).toHaveLength(2);
    await user.fills(asked, { reason: "Too far away", words: "Try again in spring" });
    expect((await stored(id)).status).toBe("inactive");
  });

  it("assigns the user where an assignee is required and the prospect has none", async () => {
    const other = await person("recruiter");
    for (const [assigned_to, memberId] of [
      [null, officer.memberId],
      [other.memberId, other.memberId],
    ] as const) {
      const { id, shown } = await card({ status: "intro", assigned_to });
      await user.presses(shown, "Start onboarding");
      expect(await stored(id)).toMatchObject({ status: "onboarding", assigned_to: memberId });
    }
  });

  it("that ends a membership requires a confirmation, and stores a reason as well", async () => {
    await person("administrator");
    const { id, shown } = await card({ assigned_to: officer.memberId });
    const asked = await user.presses(await user.presses(shown, "Make active"), "Make inactive…");
    expect((await stored(id)).status).toBe("active");
    await user.fills(asked, {});
    expect((await stored(id)).status).toBe("inactive");
  });
});

describe("a change", () => {
  it("of the deadline counts from the deadline, or from now where that is past", async () => {
    const due = hoursFromNow(5);
    const { id, shown } = await card({ deadline: due });
    await user.presses(shown, "+1 day");
    expect((await stored(id)).deadline).toBe(new Date(Date.parse(due) + DAY).toISOString());
    const late = await card({ deadline: hoursFromNow(-50) });
    expect(textOf(late.shown)).toContain("**overdue**");
    expect(textOf(await user.presses(late.shown, "+3 days"))).not.toContain("overdue");
    expect(Date.parse((await stored(late.id)).deadline ?? "") - Date.now()).toBeGreaterThan(3 * DAY - 60_000);
  });

  it("of the assignee accepts only a member of the server", async () => {
    const recruiter = await person("recruiter", 1, "Ida Storm");
    const { id: account } = await inDiscord(recruiter);
    const { id, shown } = await card({ assigned_to: officer.memberId });
    const member = await inDiscord(await person("member"));
    for (const chosen of [unknownUser().id, member.id])
      expect(textOf(await user.chooses(shown, chosen))).toContain("Choose another person.");
    expect((await stored(id)).assigned_to).toBe(officer.memberId);
    const other = await card({ assigned_to: null, status: "intro" });
    expect(menuOf(other.shown)).toBe("Assign");
    expect(textOf(await user.chooses(shown, account))).toContain("Assigned to **Ida Storm**");
    expect((await stored(id)).assigned_to).toBe(recruiter.memberId);
    const before = await everything();
    expect(textOf(await user.chooses(shown, user.id))).toContain("Nothing was changed.");
    expect(await everything()).toBe(before);
  });

  it("appends a note to the existing ones, and is refused from an older card, returning the text", async () => {
    const { id, shown } = await card({ notes: "Met at the fair" });
    const form = await user.presses(shown, "Add note");
    const reply = await user.fills(form, { note: "Wants *medical* training" });
    const notes = `Met at the fair\n${new Date().toISOString().slice(0, 10)} Freja Ravn: Wants *medical* training`;
    expect((await stored(id)).notes).toBe(notes);
    expect(textOf(reply)).toContain("> Met at the fair");
    expect(textOf(reply)).toContain("Wants \\*medical\\* training");
    expect(textOf(await user.presses(reply, "+1 day"))).toContain("Deadline");
    const before = await everything();
    const refused = await user.fills(form, { note: "Owns a Cutlass" });
    expect(textOf(refused)).toContain("> Owns a Cutlass");
    expect(await everything()).toBe(before);
    expect(textOf(await user.presses(refused, "Show it as it is now"))).toContain("medical");
  });

  it("is refused from an outdated card, with the current card", async () => {
    const other = await person("crm_manager");
    const { id, shown } = await card({
      status: "intro",
      assigned_to: officer.memberId,
      deadline: hoursFromNow(5),
    });
    await other.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "Owns a Cutlass" });
    const before = await everything();
    for (const label of ["Complete intro", "Start onboarding", "+1 day"]) {
      const refused = await user.presses(shown, label);
      expect(textOf(refused), label).toContain("Nothing was changed.");
      expect(textOf(await user.presses(refused, "Show it as it is now"))).toContain("Owns a Cutlass");
    }
    expect(await everything()).toBe(before);
  });

  it("is made once by two presses at once", async () => {
    const { id, shown } = await card({ deadline: hoursFromNow(5) });
    const reply = await Promise.all([user.presses(shown, "+1 day"), user.presses(shown, "+1 day")]);
    expect(reply.map((each) => textOf(each).includes("Nothing was changed")).toSorted()).toEqual([
      false,
      true,
    ]);
    expect((await historyOf(id)).filter(({ action }) => action === "deadline")).toHaveLength(1);
  });

  it("is refused to a user who lost the permission after the card was shown", async () => {
    const { shown } = await card({ deadline: hoursFromNow(5), assigned_to: officer.memberId });
    await raw.DB.prepare(
      "update members set role_id = (select id from roles where key = 'member') where id = ?",
    )
      .bind(officer.memberId)
      .run();
    const before = await everything();
    for (const label of ["Make active", "Decline…", "Add note", "+1 day"]) {
      const reply = await user.presses(shown, label);
      expect([reply.type, buttonsOf(reply)], label).toEqual([4, []]);
    }
    expect(buttonsOf(await user.chooses(shown, user.id))).toEqual([]);
    expect(await everything()).toBe(before);
  });
});

describe("texts", () => {
  it("are in the user's language", async () => {
    user.locale = "da";
    const { shown } = await card({ assigned_to: officer.memberId, deadline: hoursFromNow(5) });
    expect(textOf(shown)).toContain("Ansvarlig: **dig**");
    expect(buttonsOf(shown)).toEqual([
      ...["Gør aktiv", "Tilføj note", "+1 dag", "+3 dage", "Afslut forløb…", "Åbn"],
    ]);
    expect(menuOf(shown)).toBe("Skift ansvarlig");
  });

  it("of users are shown as written: without formatting, links or mentions, and shortened", async () => {
    const hostile = `**bold** [x](https://evil.test) <@1> @everyone\n# head ${"a*".repeat(2_000)}`;
    const { id } = await card({ display_name: "**A** @everyone", notes: hostile });
    const shown = await user.types("prospect", { name: `${id}` });
    expect(textOf(shown)).toContain("\\*\\*A\\*\\* \\@everyone");
    expect(textOf(shown)).toContain("> \\*\\*bold\\*\\* \\[x\\](https:\\//evil.test) \\<\\@1\\> \\@everyone");
    expect(textOf(shown)).toContain("> \\# head");
    expect(textOf(shown).length).toBeLessThanOrEqual(4_000);
    const reply = await user.types("prospect", { name: "[x](https://evil.test)*" });
    expect(textOf(reply)).toContain("\\[x\\](https:\\//evil.test)\\*");
  });
});
