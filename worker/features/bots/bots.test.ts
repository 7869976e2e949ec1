import { beforeEach, describe, expect, it } from "vitest";
import { decryptSecret } from "../../lib/secrets.ts";
import { type Caller, person, rows, settings, value } from "../../testing/world.ts";
import { type Bot, GATEWAY_LIMITS } from "./bots.schema.ts";

const TOKEN = "first-token-that-is-long-enough-aaaa";
const OTHER = "other-token-that-is-long-enough-bbbb";
let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const add = (values: Record<string, unknown> = {}) =>
  administrator.ok<Bot>("POST", "/api/discord-bots", { name: "Scout", ...values });
const opened = async (id: number) =>
  decryptSecret(settings().SECRETS_KEYS, await value<string>("select token from bots where id = ?", id), {
    table: "bots",
    row: id,
    column: "token",
  });

describe("adding a bot", () => {
  it("stores the token encrypted and answers only its ending", async () => {
    const bot = await add({ token: TOKEN, clientId: "1100000000000000003", description: "" });
    expect(bot).toMatchObject({
      name: "Scout",
      description: null,
      tokenEnding: "aaaa",
      framework: "discord.js",
      status: "inactive",
      inviteUrl:
        "https://discord.com/oauth2/authorize?client_id=1100000000000000003&scope=bot&permissions=2147483648",
      isCrmBot: false,
      createdBy: administrator.userId,
      version: 1,
      can: { update: true },
    });
    expect(bot).not.toHaveProperty("token");
    expect(await opened(bot.id)).toBe(TOKEN);
    expect(await rows("select action, actor_name, entity_id, entity_name, details from audit_log")).toEqual([
      { action: "bot.created", actor_name: "Ada", entity_id: bot.id, entity_name: "Scout", details: null },
    ]);
  });

  it("encrypts each token on its own, also of two bots added at once", async () => {
    const made = await Promise.all([add({ name: "One", token: TOKEN }), add({ name: "Two", token: OTHER })]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    for (const { id, name } of made)
      expect([name, await opened(id)]).toEqual([name, name === "One" ? TOKEN : OTHER]);
  });

  it("refuses malformed invite addresses and tokens", async () => {
    for (const [field, wrong] of [
      ["inviteUrl", "javascript:alert(1)"],
      ["inviteUrl", "not an address"],
      ["token", "short"],
      ["token", `${TOKEN} with spaces`],
      ["token", "t".repeat(GATEWAY_LIMITS.token + 1)],
      ["clientId", "12"],
      ["framework", "eris"],
    ] as const) {
      const { errors } = await administrator.fails("POST", "/api/discord-bots", {
        name: "Scout",
        [field]: wrong,
      });
      expect([wrong, Object.keys(errors ?? {})]).toEqual([wrong, [field]]);
      if (wrong.endsWith("spaces")) expect(errors?.[field]?.[0]).toContain("Copy it again from Bot");
    }
    expect(await value("select count(*) from bots")).toBe(0);
  });
});

describe("replacing a token", () => {
  it("stores the new one, counts the version and is audited without it", async () => {
    const { id } = await add({ token: TOKEN });
    const bot = await administrator.ok<Bot>("PATCH", `/api/discord-bots/${id}/token`, {
      token: ` ${OTHER} `,
      version: 1,
    });
    expect(bot).toMatchObject({ tokenEnding: "bbbb", version: 2 });
    expect(await opened(id)).toBe(OTHER);
    const [, entry] = await rows("select action, entity_id, details from audit_log order by id");
    expect(entry).toEqual({ action: "bot.token", entity_id: id, details: null });
  });

  it("accepts each token that the gateway accepts, and names the field of one that is too long", async () => {
    const longest = "t".repeat(GATEWAY_LIMITS.token);
    const { id } = await add({ token: longest });
    expect(await opened(id)).toBe(longest);
    const { status, errors } = await administrator.fails("PATCH", `/api/discord-bots/${id}/token`, {
      token: `${longest}t`,
      version: 1,
    });
    expect([status, errors]).toEqual([400, { token: [`At most ${GATEWAY_LIMITS.token} characters`] }]);
    expect(await opened(id)).toBe(longest);
  });

  it("is refused with the current bot when another user changed it meanwhile", async () => {
    const { id } = await add({ token: TOKEN });
    const answers = await Promise.all(
      [OTHER, TOKEN].map((token) =>
        administrator.call("PATCH", `/api/discord-bots/${id}/token`, { body: { token, version: 1 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = JSON.parse(answers.find(({ status }) => status === 409)?.text ?? "{}");
    expect(refused).toMatchObject({ code: "stale_version", current: { id, version: 2 } });
    expect(await rows("select version from bots")).toEqual([{ version: 2 }]);
    expect(await value("select count(*) from audit_log where action = 'bot.token'")).toBe(1);
  });
});

it("readers see the bots and that they may not change them", async () => {
  await add({ token: TOKEN });
  const [bot] = await (await person("crm_manager")).ok<Bot[]>("GET", "/api/discord-bots/1");
  expect(bot).toMatchObject({ name: "Scout", can: { update: false } });
  expect(bot).not.toHaveProperty("token");
});
