import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows } from "../../testing/world.ts";
import type { NoticeSettings } from "./notices.schema.ts";
import { giveAddress, MAIL, switchMail } from "./testing/notices.factory.ts";

const SETTINGS = "/api/user/notice-settings";
const HOURS = "/api/user/notice-hours";

let member: Caller;
beforeEach(async () => {
  member = await person("member");
  await giveAddress(member, "mona@example.org");
  await switchMail(true);
});

async function read(caller = member, settings: object = MAIL): Promise<NoticeSettings> {
  const { status, text } = await caller.call("GET", SETTINGS, { settings });
  expect(status).toBe(200);
  return JSON.parse(text) as NoticeSettings;
}
const choose = (body: object, settings: object = MAIL) => member.call("PUT", SETTINGS, { body, settings });
const kindsOf = ({ groups }: NoticeSettings) => groups.flatMap(({ kinds }) => kinds);
const kindOf = (settings: NoticeSettings, kind: string) =>
  kindsOf(settings).find((each) => each.kind === kind);
const stored = () => rows("select kind, channel, pace from notice_settings");
const DAILY = { kind: "event.changed", channel: "mail", pace: "daily" };

describe("the settings of notices", () => {
  it("list the kinds about the caller or for holders of their permissions, under headings in their language", async () => {
    const [own, officers] = [await read(), await read(await person("officer"))];
    const toReviewers = (settings: NoticeSettings) => kindOf(settings, "application.security")?.title;
    expect([toReviewers(own), toReviewers(officers)]).toEqual([
      undefined,
      "An application to the Security Team",
    ]);
    expect(kindOf(own, "application.accepted")).toMatchObject({
      title: "Your application is accepted",
      isSafety: false,
    });
    expect(own.groups.map(({ title }) => title)).toContain("Events");
    expect(own.groups.filter(({ title }) => title === "Your account")).toHaveLength(1);
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(member.userId).run();
    expect(kindOf(await read(), "application.accepted")?.title).toBe("Din ansøgning er godkendt");
  });

  it("tell for each channel of the deployment whether it reaches the caller, and why not", async () => {
    const channels = async (settings = MAIL) =>
      (await read(member, settings)).channels.filter(({ name }) => name !== "push");
    const direct = { name: "direct", hindrance: "no_discord" };
    expect(await channels()).toEqual([{ name: "mail", hindrance: null }, direct]);
    await switchMail(false);
    expect(await channels()).toEqual([{ name: "mail", hindrance: "mail_off" }, direct]);
    await giveAddress(member, null);
    expect(await channels()).toEqual([{ name: "mail", hindrance: "no_email" }, direct]);
    const { MAIL_API_URL: _, ...without } = MAIL;
    expect(await channels({ ...without, MAIL_API_URL: "" })).toEqual([direct]);
  });

  it("store a pace as one row, and none for the default", async () => {
    const paceOf = async () => kindOf(await read(), "event.changed")?.paces.slice(0, 1);
    expect(await paceOf()).toEqual([{ pace: "off", usual: "off" }]);
    const first = await choose(DAILY);
    // One is the count of the day's written rows, one marks that messages are waiting.
    expect([first.status, first.meter.rowsWritten]).toEqual([204, 3]);
    expect(await paceOf()).toEqual([{ pace: "daily", usual: "off" }]);
    expect((await choose(DAILY)).meter.rowsWritten).toBe(1);
    await choose({ ...DAILY, pace: "weekly" });
    expect(await stored()).toEqual([{ ...DAILY, pace: "weekly" }]);
    expect((await choose({ ...DAILY, pace: "off" })).meter.rowsWritten).toBe(2);
    expect(await stored()).toEqual([]);
  });

  it("set the pace of messages that are queued afterwards", async () => {
    const officer = await person("officer");
    const change = async (status: string) =>
      officer.call("PUT", `/api/members/${member.memberId}/status`, { body: { status }, settings: MAIL });
    await choose({ kind: "member.deactivated", channel: "mail", pace: "off" });
    await choose({ kind: "member.activated", channel: "mail", pace: "weekly" });
    await change("inactive");
    await change("active");
    expect(await rows("select kind, pace from outbox")).toEqual([
      { kind: "member.activated", pace: "weekly" },
    ]);
  });

  it("do not change notices about the safety of the account, and refuse unknown kinds, channels and fields by name", async () => {
    const refused = async (body: object, settings: object = MAIL) => {
      const { status, text } = await choose(body, settings);
      const { code, errors = {} } = JSON.parse(text) as { code: string; errors?: object };
      return [status, code, ...Object.keys(errors)];
    };
    expect(await refused({ ...DAILY, kind: "auth.password", pace: "off" })).toEqual([
      400,
      "notice_is_safety",
    ]);
    expect(await refused({ ...DAILY, kind: "no.such" })).toEqual([400, "invalid_input", "kind"]);
    expect(await refused({ ...DAILY, kind: "application.security" })).toEqual([400, "invalid_input", "kind"]);
    expect(await refused(DAILY, {})).toEqual([400, "invalid_input", "channel"]);
    expect(await refused({ ...DAILY, channel: "pigeon" })).toEqual([400, "invalid_input", "channel"]);
    expect(await refused({ ...DAILY, pace: "hourly" })).toEqual([400, "invalid_input", "pace"]);
    expect(await refused({ ...DAILY, userId: 1 })).toEqual([400, "invalid_input", "userId"]);
    expect(await stored()).toEqual([]);
    expect(kindOf(await read(), "auth.password")).toMatchObject({
      isSafety: true,
      paces: expect.arrayContaining([{ pace: "now", usual: "now" }]),
    });
  });
});

describe("a preset of the settings", () => {
  const PRESET = "/api/user/notice-preset";
  const pick = (preset: string) => member.call("PUT", PRESET, { body: { preset }, settings: MAIL });
  const pacesOf = (settings: NoticeSettings, kind: string) =>
    kindOf(settings, kind)?.paces.map(({ pace }) => pace);

  it("sets all kinds by all channels in one batch, stores only what differs from the default, and is recognised", async () => {
    const kept = { kind: "event.changed", channel: "mail", pace: "daily" };
    const other = await person("member");
    await other.call("PUT", SETTINGS, { body: kept, settings: MAIL });
    expect((await read()).preset).toBe("usual");
    for (const preset of ["everything", "needs"]) {
      expect((await pick(preset)).status).toBe(204);
      const settings = await read();
      expect(settings.preset).toBe(preset);
      const differing = kindsOf(settings).flatMap(({ paces }) =>
        paces.filter(({ pace, usual }) => pace !== usual),
      );
      expect(await rows(`select 1 from notice_settings where user_id = ${member.userId}`)).toHaveLength(
        differing.length,
      );
      expect(new Set(pacesOf(settings, "event.changed"))).toEqual(
        new Set([preset === "needs" ? "off" : "now"]),
      );
      expect(pacesOf(settings, "auth.password")?.slice(0, 2)).toEqual(["now", "off"]);
      // One is the count of the day's written rows.
      expect((await pick(preset)).meter.rowsWritten).toBe(1);
    }
    await choose({ kind: "event.changed", channel: "mail", pace: "daily" });
    expect((await read()).preset).toBeNull();
    await pick("usual");
    expect((await read()).preset).toBe("usual");
    expect(await stored()).toEqual([kept]);
  });

  it("of what needs me keeps the kinds that ask for an answer, by every channel", async () => {
    member = await person("officer");
    await pick("needs");
    expect(new Set(pacesOf(await read(), "application.security"))).toEqual(new Set(["now"]));
  });

  it("is refused by name when there is no such", async () => {
    expect(await member.fails("PUT", PRESET, { preset: "silence" })).toMatchObject({
      errors: { preset: expect.anything() },
    });
  });
});

describe("quiet hours", () => {
  const QUIET = { timeZone: "Europe/Copenhagen", quietFrom: 1320, quietTo: 420 };

  it("are stored as one row of their user, with the time zone", async () => {
    expect((await read()).hours).toBeNull();
    const { status, meter } = await member.call("PUT", HOURS, { body: QUIET });
    expect([status, meter.rowsWritten]).toEqual([204, 2]);
    expect((await read()).hours).toEqual(QUIET);
    await member.ok("PUT", HOURS, { ...QUIET, quietFrom: null, quietTo: null });
    expect((await read()).hours).toEqual({ ...QUIET, quietFrom: null, quietTo: null });
    expect((await read(await person("member"))).hours).toBeNull();
  });

  it("are refused with an unknown time zone, one end alone, no length, or an invalid minute", async () => {
    const wrong: [field: string, change: object][] = [
      ["timeZone", { timeZone: "Mars/Base" }],
      ["timeZone", { timeZone: "+02:00" }],
      ["quietTo", { quietTo: null }],
      ["quietTo", { quietFrom: 420 }],
      ["quietTo", { quietTo: 1440 }],
      ["quietFrom", { quietFrom: -1 }],
      ["quietFrom", { quietFrom: 1.5 }],
      ["until", { until: 3 }],
    ];
    for (const [field, change] of wrong) {
      const { errors } = (await member.fails("PUT", HOURS, { ...QUIET, ...change })) as { errors?: object };
      expect([change, Object.keys(errors ?? {})]).toEqual([change, [field]]);
    }
  });
});
