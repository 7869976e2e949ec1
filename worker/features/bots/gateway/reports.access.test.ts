import { beforeEach, describe, expect, it, vi } from "vitest";
import { secretOfBot } from "../../../../bot-gateway/signature.ts";
import { everythingStored } from "../../../testing/inspect.ts";
import { call, person, settings, value } from "../../../testing/world.ts";
import {
  fromGateway,
  gateway,
  makeBot,
  makeRun,
  report,
  signed,
  snapshot,
  state,
} from "../testing/bots.factory.ts";

let bot: number;
let run: number;
beforeEach(async () => {
  await gateway("reset");
  bot = await makeBot();
  run = await makeRun(bot);
});

const status = (id = bot) => value<string>("select status from bots where id = ?", id);
describe("access to reports", () => {
  const path = "/api/bot-gateway/reports";

  it("requires a signature with the secret and the present time, whatever other credentials the request has", async () => {
    const administrator = await person("administrator");
    const body = report({ states: [state(bot, run)] });
    const good = await signed(path, body);
    const old = Date.now() - 61_000;
    const now = vi.spyOn(Date, "now").mockReturnValue(old);
    const late = await signed(path, body);
    now.mockReturnValue(old + 2 * 61_000);
    const early = await signed(path, body);
    now.mockRestore();
    const wrong: Record<string, Record<string, string>> = {
      "no signature": {},
      "another secret": await signed(path, body, "another-secret-of-32-characters-or-more"),
      "another path": await signed("/api/bot-gateway/auto-start", body),
      "another body": await signed(path, { ...body, key: "another-key" }),
      "an old signature": late,
      "a signature from the future": early,
      "another nonce": { ...good, "x-gateway-nonce": "0".repeat(32) },
      "half a signature": { ...good, "x-gateway-signature": good["x-gateway-signature"]?.slice(0, 32) ?? "" },
    };
    const before = await everythingStored("security_log");
    for (const [what, headers] of Object.entries(wrong)) {
      const answer = await administrator.call("POST", path, { body, headers });
      expect([what, answer.status, JSON.parse(answer.text).code]).toEqual([what, 401, "gateway_signature"]);
      expect(answer.meter.rowsWritten).toBe(0);
    }
    expect(await everythingStored("security_log")).toBe(before);
  });

  it("requires no cookie and no origin, and sets no cookie", async () => {
    const body = report({ states: [state(bot, run)] });
    const headers = { ...(await signed(path, body)), Origin: "https://elsewhere.example" };
    const answer = await call("POST", path, { body, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await status()).toBe("running");
  });

  it("names the missing setting when there is no secret", async () => {
    const answer = await fromGateway("reports", report(), { settings: { BOT_GATEWAY_SECRET: "" } });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, "misconfigured"]);
    expect(answer.text).toContain("Setting BOT_GATEWAY_SECRET is missing");
  });
});

describe("the gateway of one bot alone", () => {
  const path = "/api/bot-gateway/reports";
  const secret = settings().BOT_GATEWAY_SECRET ?? "";
  const own = async (botId: number, body: unknown) =>
    call("POST", path, {
      body,
      headers: {
        Origin: "",
        ...(await signed(path, body, await secretOfBot(secret, botId))),
        "X-Gateway-Bot": String(botId),
      },
    });

  it("may report on that bot", async () => {
    expect((await own(bot, report({ states: [state(bot, run)] }))).status).toBe(200);
    expect(await status()).toBe("running");
  });

  it("is refused when any part of its report is about another bot", async () => {
    const other = await makeBot({ name: "Neighbour" });
    const theirs = await makeRun(other);
    const lines = [{ timestamp: new Date().toISOString(), level: "info", message: "I am the neighbour" }];
    const before = await everythingStored("security_log");
    for (const forged of [
      { states: [state(other, theirs)] },
      { states: [state(bot, run), state(other, theirs)] },
      { logs: [{ botId: other, lines }] },
      { activities: [{ botId: other, items: [] }] },
      { snapshot: snapshot() },
      { snapshot: snapshot({ botId: other }) },
    ]) {
      const answer = await own(bot, report(forged));
      expect([JSON.stringify(forged).slice(0, 40), answer.status]).toEqual([
        JSON.stringify(forged).slice(0, 40),
        401,
      ]);
    }
    // Its secret with another's number, and without a number.
    const body = report({ states: [state(other, theirs)] });
    const mine = await signed(path, body, await secretOfBot(secret, bot));
    for (const number of [String(other), "", "0", "1e3"]) {
      const headers = { Origin: "", ...mine, ...(number ? { "X-Gateway-Bot": number } : {}) };
      expect((await call("POST", path, { body, headers })).status).toBe(401);
    }
    expect(await everythingStored("security_log")).toBe(before);
  });
});
