import { beforeEach, describe, expect, it } from "vitest";
import { backgroundDone, type Caller, organization, person, raw, value } from "../../testing/world.ts";
import { gateway } from "../bots/testing/bots.factory.ts";
import type { Notice } from "../notices/notices.schema.ts";
import {
  giveAddress,
  MAIL,
  mailAnswers,
  mailsAsked,
  switchMail,
} from "../notices/testing/notices.factory.ts";
import { chooseRole, reviewed } from "../security-team/testing/security-team.factory.ts";
import { application, payload, postedBy } from "./testing/applications.factory.ts";

const BASE = "/api/contract-applications";

let owner: Caller;
let pilot: Caller;
beforeEach(async () => {
  owner = await person("recruiter", 1, "Captain Holm");
  pilot = await person("member", 1, "Vega Rook");
});

const bellOf = async (caller: Caller) =>
  (await caller.ok<Notice[]>("GET", "/api/user/notices")).map(({ text, opens }) => ({ text, opens }));
const decide = (caller: Caller, id: number, verb: string, body: object = {}, settings = {}) =>
  caller.call("PATCH", `${BASE}/${id}/${verb}`, { body, settings });
const opensContract = (id: number) => `/tools/contracts?tab=applications&contract=${id}`;

describe("the outcome of an application for a contract", () => {
  it("notifies the applicant, with the contract; all other applicants are notified for two rows", async () => {
    const other = await person("member");
    const third = await person("member");
    const rowsOf = async (applicants: Caller[]) => {
      const contractId = await postedBy(owner, { title: "Haul quantanium", applications: applicants.length });
      const [id = 0] = await Promise.all(applicants.map((each) => application(each, contractId)));
      const { status, meter } = await decide(owner, id, "accept");
      expect([status, meter.trips <= 3]).toEqual([200, true]);
      return { contractId, rows: meter.rowsWritten };
    };
    // The first notice of an organization adds a row for its topic.
    await rowsOf([pilot]);
    const alone = await rowsOf([pilot]);
    expect(await bellOf(pilot)).toMatchObject([
      {
        text: "Captain Holm accepted your application for Haul quantanium.",
        opens: opensContract(alone.contractId),
      },
      {},
    ]);
    const withTwo = await rowsOf([pilot, other]);
    const withThree = await rowsOf([pilot, other, third]);
    const gone = (id: number) => ({
      text: "Your application for Haul quantanium was declined: the contract is no longer open.",
      opens: opensContract(id),
    });
    expect(await bellOf(other)).toEqual([gone(withThree.contractId), gone(withTwo.contractId)]);
    expect(await bellOf(third)).toEqual([gone(withThree.contractId)]);
    expect(await bellOf(owner)).toEqual([]);
    // Each further applicant has a declined application; the one notice for all of them is two rows.
    expect(withTwo.rows - alone.rows).toBe(withThree.rows - withTwo.rows + 2);
    expect(alone.rows).toBeLessThanOrEqual(15);
  });

  it("notifies by bell and e-mail with the message when it is declined", async () => {
    await gateway("reset");
    await mailAnswers();
    await switchMail(true);
    await giveAddress(pilot, "vega@example.org");
    const contractId = await postedBy(owner, { title: "Haul quantanium", applications: 1 });
    const first = await application(pilot, contractId);
    await decide(owner, first, "decline", { message: "Next time" }, MAIL);
    await backgroundDone();
    expect(await bellOf(pilot)).toMatchObject([
      { text: "Captain Holm declined your application for Haul quantanium." },
    ]);
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(pilot.userId).run();
    const second = await application(pilot, contractId);
    await decide(owner, second, "accept", {}, MAIL);
    await backgroundDone();
    expect((await mailsAsked()).map(({ body }) => [body["to"], body["subject"], body["text"]])).toEqual([
      [
        "vega@example.org",
        "Your application for Haul quantanium was declined",
        `Captain Holm answered your application for Haul quantanium: declined.\n\nNext time\n\n${raw["APP_URL"]}`,
      ],
      [
        "vega@example.org",
        "Din ansøgning om Haul quantanium er godkendt",
        `Captain Holm har svaret på din ansøgning om Haul quantanium: godkendt.\n\n${raw["APP_URL"]}`,
      ],
    ]);
  });

  it("notifies applicants when the contract is cancelled, returned to draft or given to another member", async () => {
    const changes: ((id: number) => Promise<unknown>)[] = [
      (id) => owner.ok("PATCH", `/api/contracts/${id}/status`, { status: "cancelled" }),
      (id) => owner.ok("PATCH", `/api/contracts/${id}/status`, { status: "draft" }),
      async (id) => owner.ok("PUT", `/api/contracts/${id}`, { assignedTo: (await person("member")).userId }),
    ];
    for (const change of changes) {
      await raw.DB.prepare("delete from notices").run();
      const id = await postedBy(owner, { title: "Haul quantanium", applications: 1 });
      await application(pilot, id);
      await change(id);
      expect(await bellOf(pilot)).toMatchObject([{ opens: opensContract(id) }]);
    }
  });

  it("notifies nobody when the decision is refused", async () => {
    const contractId = await postedBy(owner, { applications: 1 });
    const id = await application(pilot, contractId);
    expect((await decide(owner, id, "decline", { version: 7 })).status).toBe(409);
    expect((await decide(pilot, id, "decline")).status).toBe(403);
    expect(await value("select count(*) from notices")).toBe(0);
  });
});

describe("an application for the security team", () => {
  let officer: Caller;
  beforeEach(async () => {
    officer = await person("officer", 1, "Otto");
  });
  const asked = {
    text: "Vega Rook applied for the Security Team.",
    opens: expect.stringMatching(/^\/organization\?tab=security&application=\d+$/),
  };

  it("notifies users with security.review, without the applicant and other organizations", async () => {
    const administrator = await person("administrator");
    const left = await person("officer");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(left.memberId).run();
    const stranger = await person("administrator", await organization());
    await pilot.ok("POST", BASE, payload(null));
    for (const reviewer of [officer, administrator]) expect(await bellOf(reviewer)).toEqual([asked]);
    for (const caller of [pilot, owner, stranger]) expect(await bellOf(caller)).toEqual([]);
    await officer.ok("POST", BASE, payload(null));
    expect([(await bellOf(officer)).length, (await bellOf(administrator)).length]).toEqual([1, 2]);
    expect(
      await value("select count(*) from notices where kind = 'application.security' and user_id = 0"),
    ).toBe(2);
  });

  const ends: [how: string, end: (id: number) => Promise<unknown>, sentences: string[]][] = [
    [
      "is accepted",
      async (id) => {
        await chooseRole();
        await reviewed(id, "accept", "accept");
        await officer.ok("PATCH", `${BASE}/${id}/accept`, {});
      },
      ["Otto accepted your application for Security Team."],
    ],
    [
      "is declined",
      async (id) => {
        await reviewed(id, "decline", "decline");
        await officer.ok("PATCH", `${BASE}/${id}/decline`, {});
      },
      ["Otto declined your application for Security Team."],
    ],
  ];
  for (const [how, end, sentences] of ends) {
    it(`notifies the applicant when it ${how}`, async () => {
      const { id } = await pilot.ok<{ id: number }>("POST", BASE, payload(null));
      await end(id);
      expect((await bellOf(pilot)).map(({ text }) => text)).toEqual(sentences);
    });
  }
});
