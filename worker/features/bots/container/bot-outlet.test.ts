import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { raw } from "../../../testing/world.ts";

const outlet = (exports as unknown as { BotOutlet: Fetcher }).BotOutlet;
const discord = new URL(String(raw["DISCORD_API_URL"])).origin;
const home = String(raw["APP_URL"]);

describe("requests from a bot's container", () => {
  it("reach Discord, whose answers pass unchanged", async () => {
    const headers = { Authorization: `Bot ${raw["TEST_BOT_TOKEN"]}` };
    const answer = await outlet.fetch(`${discord}/api/v10/users/@me`, { headers });
    expect(await answer.json()).toMatchObject({ id: raw["DISCORD_CLIENT_ID"], bot: true });
    const url = `${discord}/api/v10/applications/${raw["DISCORD_CLIENT_ID"]}/commands`;
    const body = JSON.stringify({ name: "outlet", description: "Came through" });
    const made = await outlet.fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body,
    });
    expect([made.status, await made.json()]).toMatchObject([201, { name: "outlet" }]);
  });

  it("open the connection with Discord's gateway", async () => {
    const answer = await outlet.fetch(`${discord}/?v=10&encoding=json`, {
      headers: { Upgrade: "websocket" },
    });
    expect(answer.status).toBe(101);
    const socket = answer.webSocket as WebSocket;
    const hello = new Promise((resolve) => socket.addEventListener("message", ({ data }) => resolve(data)));
    socket.accept();
    expect(JSON.parse(String(await hello))).toMatchObject({ op: 10 });
    socket.close(1000);
  });

  it("reach the worker's routes for gateways and no others", async () => {
    const report = await outlet.fetch(`${home}/api/bot-gateway/reports`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(await report.json()).toMatchObject({ code: "gateway_signature" });
    for (const path of ["/", "/api/session", "/api/bot-gateway/../session", "/api/discord-bots/1"])
      expect((await outlet.fetch(home + path)).status, path).toBe(403);
  });

  it.each([
    "https://api.example.org/",
    "http://169.254.169.254/latest/meta-data/",
    "https://discord.com.example.org/",
    "https://discord.com:8443/",
    discord.replace(/:\d+$/, ":1"),
    discord.replace("127.0.0.1", "localhost"),
    `https://user@api.example.org/?${discord}`,
  ])("do not reach %s, and get the reason", async (address) => {
    const answer = await outlet.fetch(address);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringMatching(/bots reach Discord alone/),
    ]);
  });
});
