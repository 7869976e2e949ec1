import { expect, it } from "vitest";
import { settings as current } from "../testing/world.ts";
import { parseSettings, SettingsError, settingsSchema } from "./settings.schema.ts";

const { DB: _, CF_VERSION_METADATA: __, ...good } = current();
const CANARY = "planted-canary";

/** Names and sentences of what is wrong with settings. */
function complaint(values: Record<string, unknown>): { settings: string[]; message: string } {
  try {
    parseSettings(values);
  } catch (error) {
    if (error instanceof SettingsError) {
      const { message } = error;
      return { settings: [...message.matchAll(/^Setting (\w+)/gm)].map(([, name = ""]) => name), message };
    }
  }
  throw new Error("nothing was wrong");
}
const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([each]) => each !== name));

const needed = [
  "APP_URL",
  "DISCORD_CLIENT_ID",
  "DISCORD_CLIENT_SECRET",
  "DISCORD_PUBLIC_KEY",
  "DISCORD_GUILD_ID",
  "SECRETS_KEYS",
];

it("each needed setting is named when it is missing or empty", () => {
  for (const name of needed) {
    for (const values of [without(name), { ...good, [name]: "" }]) {
      const { settings, message } = complaint(values);
      expect(settings).toEqual([name]);
      expect(message).toMatch(new RegExp(`^Setting ${name} is missing: it must be .{20,}\\.$`));
    }
  }
  expect(complaint({}).settings.sort()).toEqual([...needed].sort());
});

it("every setting is named when it is wrong, and its value is not repeated", () => {
  const wrong: Record<string, unknown[]> = {
    UEX_API_TOKEN: [7],
    MAIL_API_TOKEN: [7],
    MAIL_FROM: [CANARY, `${CANARY} <a@b`, `a@b\r\n${CANARY}: c`, 7],
    DISCORD_CLIENT_SECRET: ["   ", 7],
    BOT_GATEWAY_SECRET: [CANARY],
    BOT_HOSTS: [`https://${CANARY}/`, `${CANARY} b`, `a,,${CANARY}`, 7],
    SECRETS_KEYS: [CANARY, `${CANARY}:short`, `${good.SECRETS_KEYS},${CANARY}`, `a:${btoa(CANARY)}`],
  };
  for (const name of Object.keys(settingsSchema.shape)) {
    for (const value of wrong[name] ?? [CANARY, `ftp://${CANARY}.example`, `javascript:${CANARY}`, 7]) {
      const { settings, message } = complaint({ ...good, [name]: value });
      expect(settings).toEqual([name]);
      expect(message).toContain(`Setting ${name} is not right`);
      expect(message).not.toContain(CANARY);
    }
  }
});

it("several wrong settings are all named at once, a line each", () => {
  const { settings, message } = complaint({ ...without("APP_URL"), DISCORD_GUILD_ID: "x" });
  expect(settings.sort()).toEqual(["APP_URL", "DISCORD_GUILD_ID"]);
  expect(message.split("\n")).toHaveLength(2);
});

it("the services' own addresses are the default, and addresses lose their last slash", () => {
  const services = ["DISCORD_API_URL", "DISCORD_AUTHORIZE_URL", "UEX_API_URL", "RSI_URL"];
  const bare = Object.fromEntries(Object.entries(good).filter(([name]) => !services.includes(name)));
  const parsed = parseSettings({ ...bare, APP_URL: "https://command.example.org//", something: "else" });
  expect(parsed).toMatchObject({
    APP_URL: "https://command.example.org",
    DISCORD_API_URL: "https://discord.com/api/v10",
    DISCORD_AUTHORIZE_URL: "https://discord.com/oauth2/authorize",
    UEX_API_URL: "https://api.uexcorp.space/2.0",
    RSI_URL: "https://robertsspaceindustries.com",
  });
  expect(parsed).not.toHaveProperty("something");
});
