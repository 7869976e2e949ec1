import { beforeEach, expect, it } from "vitest";
import { type Caller, organization, person, raw } from "../../testing/world.ts";
import { application, postedBy } from "../applications/testing/applications.factory.ts";
import type { ApplicationDetails, ApplicationSummary, FlagKind } from "./security-team.schema.ts";
import { applied } from "./testing/security-team.factory.ts";

const BASE = "/api/security-applications";
let otto: Caller;
let vega: Caller;
beforeEach(async () => {
  otto = await person("officer", 1, "Otto");
  vega = await person("member", 1, "Vega");
});

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();
const verify = ({ userId }: Caller, handle: string, organizationId = 1) =>
  run(
    "insert into rsi_accounts (user_id, organization_id, handle, handle_key, verified_at) values (?, ?, ?, lower(?), '')",
    ...[userId, organizationId, handle, handle],
  );
const detailsOf = (id: number) => otto.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`);
const flagsOf = async (id: number) => (await detailsOf(id)).staff?.flags ?? [];
const kindsOf = async (id: number) => (await flagsOf(id)).map(({ kind }) => kind);
const inDiscord = async ({ userId }: Caller) => {
  await run("update users set discord_id = ? where id = ?", `2999999999999${10_000 + userId}`, userId);
  await run("update members set in_discord = 1 where user_id = ?", userId);
};

it("an applicant in Discord whose unique handle RSI verified has no flag, an unknown applicant two", async () => {
  await inDiscord(vega);
  await verify(vega, "VegaRook");
  expect(await kindsOf(await applied(vega, { rsi_handle: "vegarook" }))).toEqual([]);
  expect(await kindsOf(await applied())).toEqual(["not_in_discord", "not_verified"]);
  const nova = await person("member");
  await inDiscord(nova);
  const claimed = await applied(nova, { rsi_handle: "Nova" });
  expect(await kindsOf(claimed)).toEqual(["not_verified"]);
  await run("update members set in_discord = 0 where user_id = ?", nova.userId);
  expect(await kindsOf(claimed)).toEqual(["not_in_discord", "not_verified"]);
});

it("shows who else gave or verified the same handle, in any case, in this organization alone", async () => {
  const [nova, finn, mona] = [
    await person("member", 1, "Nova"),
    await person("member", 1, "Finn"),
    await person("member", 1, "Mona"),
  ];
  const id = await applied(vega, { rsi_handle: "RookOne" });
  expect(await kindsOf(id)).not.toContain("same_handle");
  const elsewhere = await organization();
  await verify(await person("member", elsewhere), "RookOne", elsewhere);
  expect(await kindsOf(id)).not.toContain("same_handle");
  await verify(nova, "ROOKONE");
  await application(finn, await postedBy(otto), { rsi_handle: "rookone" });
  await application(mona, await postedBy(otto), { rsi_handle: "RookTwo" });
  const [flag] = await flagsOf(id);
  expect([flag?.kind, flag?.names.toSorted()]).toEqual(["same_handle", ["Finn", "Nova"]]);
});

it("shows when and with which words the same user was declined before, for the team alone", async () => {
  const day = "2026-01-02T03:04:05.000Z";
  const before = { status: "declined", decided_at: day, message: "Fly more first" };
  await application(vega, await postedBy(otto), before);
  const id = await applied(vega);
  await applied(await person("member"), before);
  expect(await kindsOf(id)).not.toContain("declined_before");
  await run("update contract_applications set status = 'withdrawn' where id = ?", id);
  await run("delete from contract_applications where id = ?", id);
  await applied(vega, before);
  const again = await applied(vega);
  const flag = (await flagsOf(again)).find(({ kind }) => kind === "declined_before");
  expect(flag).toMatchObject({ at: day, words: "Fly more first", names: [] });
});

it("a flag that a reviewer clears with a remark stays cleared, is not counted, and changes no version", async () => {
  const id = await applied(vega);
  const count = async () => (await otto.ok<ApplicationSummary[]>("GET", `${BASE}/1`))[0]?.flags;
  expect(await count()).toBe(2);
  const clear = (kind: FlagKind, word: string) =>
    otto.ok<ApplicationDetails>("POST", `${BASE}/${id}/flags`, { kind, word });
  await clear("not_verified", "Seen in voice");
  const { staff, application: shown } = await clear("not_in_discord", "Uses TeamSpeak");
  expect(staff?.flags.map(({ kind, cleared }) => [kind, cleared?.word, cleared?.by])).toEqual([
    ["not_in_discord", "Uses TeamSpeak", "Otto"],
    ["not_verified", "Seen in voice", "Otto"],
  ]);
  expect([await count(), shown.version]).toEqual([0, 1]);
  expect(JSON.stringify(await vega.ok("GET", `${BASE}/${id}/details`))).not.toContain("Seen in voice");
  expect(
    await raw.DB.prepare("select details from audit_log where action = 'security.flag_cleared'").first(),
  ).toEqual({
    details: '{"flag":"not_verified"}',
  });
});
