import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../../lib/errors.ts";
import { control, resetDiscord } from "../../../testing/discord.ts";
import { freshDatabase, person, raw, rows, settings } from "../../../testing/world.ts";
import type { CommandReport } from "./registration.schema.ts";

const PATH = "/api/discord/commands/1";
type Stored = Record<string, unknown> & { name: string };

/** The registered commands, by Discord's own API. */
async function stored(): Promise<Stored[]> {
  const { DISCORD_API_URL, DISCORD_CLIENT_ID } = settings();
  const response = await fetch(
    `${DISCORD_API_URL}/applications/${DISCORD_CLIENT_ID}/commands?with_localizations=true`,
    {
      headers: bot(),
    },
  );
  return (await response.json()) as Stored[];
}
const bot = () => ({
  Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}`,
  "Content-Type": "application/json",
});
async function change(method: string, path: string, body?: object): Promise<void> {
  const { DISCORD_API_URL, DISCORD_CLIENT_ID } = settings();
  const url = `${DISCORD_API_URL}/applications/${DISCORD_CLIENT_ID}/commands${path}`;
  const response = await fetch(url, {
    method,
    headers: bot(),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await response.text();
  expect(response.ok).toBe(true);
}
beforeEach(async () => {
  await freshDatabase();
  await resetDiscord();
});

describe("registering commands", () => {
  it("adds missing commands once", async () => {
    const administrator = await person("administrator");
    const before = await administrator.ok<CommandReport>("GET", PATH);
    expect(new Set(before.commands.map(({ state }) => state))).toEqual(new Set(["missing"]));
    const after = await administrator.ok<CommandReport>("POST", PATH);
    expect(new Set(after.commands.map(({ state }) => state))).toEqual(new Set(["same"]));
    const there = await stored();
    expect(there.length).toBe(after.commands.length);
    expect(there.find(({ name }) => name === "events")).toMatchObject({
      name_localizations: { da: "begivenheder" },
      contexts: [0],
      integration_types: [0],
    });
    const versions = there.map(({ id, version }) => [id, version]);
    await administrator.ok("POST", PATH);
    expect((await stored()).map(({ id, version }) => [id, version])).toEqual(versions);
    const logged = await rows("select action from audit_log where action = 'commands.registered'");
    expect(logged).toHaveLength(1);
  });

  it("restores changed commands, deletes unknown ones, and leaves all others alone", async () => {
    const administrator = await person("administrator");
    await administrator.ok("POST", PATH);
    const before = await stored();
    const events = before.find(({ name }) => name === "events");
    await change("PATCH", `/${events?.["id"]}`, { description: "Something else" });
    await change("POST", "", { name: "intruder", description: "Not ours", type: 1 });
    const report = await administrator.ok<CommandReport>("GET", PATH);
    const off = report.commands.filter(({ state }) => state !== "same");
    expect(off).toEqual([
      expect.objectContaining({ name: "events", state: "differs", changes: ["description"] }),
      expect.objectContaining({ name: "intruder", state: "foreign" }),
    ]);
    await administrator.ok("POST", PATH);
    const after = await stored();
    const others = (all: Stored[]) =>
      all.filter(({ name }) => name !== "events").map(({ id, version }) => [id, version]);
    expect(others(after)).toEqual(others(before));
    expect(after.find(({ name }) => name === "events")?.["description"]).toBe(events?.["description"]);
  });

  for (const [what, fault] of [
    ["refuses the secret", { path: "/oauth2/token", mode: "status", status: 401 }],
    ["answers nonsense", { path: "/commands", mode: "garbage" }],
    ["is at its limit", { path: "/commands", mode: "rate_limit", retryAfter: 1 }],
  ] as const)
    it(`reports the reason when Discord ${what}, and changes nothing`, async () => {
      const administrator = await person("administrator");
      await control("fail", fault);
      const answer = await administrator.call("POST", PATH);
      await control("failures/clear", {});
      expect([answer.status, (JSON.parse(answer.text) as Problem).code]).toEqual([502, "commands_refused"]);
      expect(await stored()).toEqual([]);
    });
});
