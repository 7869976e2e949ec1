import { expect, it } from "vitest";
import type * as z from "zod/mini";
import { applyInput } from "./features/applications/applications.schema.ts";
import { payload } from "./features/applications/testing/applications.factory.ts";
import { registerInput } from "./features/auth/auth.schema.ts";
import { createBotInput } from "./features/bots/bots.schema.ts";
import { correctInput } from "./features/prospects/corrections/corrections.schema.ts";
import { verifyInput } from "./features/rsi/rsi.schema.ts";
import { secondStepInput } from "./features/second-factor/second-factor.schema.ts";
import { signInNameOf } from "./features/users/index.ts";
import { addWebhookInput } from "./features/webhooks/webhooks.schema.ts";
import { settingsSchema } from "./lib/settings.schema.ts";
import { person } from "./testing/world.ts";

/** What web pages, chats and mails put around and into a text that is copied from them. */
const copiedFrom = (text: string) =>
  `\ufeff\u2068${text.slice(0, 3)}\u200b${text.slice(3)}\u2069\u200d \u00a0`;

const SNOWFLAKE = "670111036634382231";
const inputs: [z.ZodMiniType, Record<string, string>, Record<string, unknown>?][] = [
  [verifyInput, { rsiHandle: "Vega-Rook" }],
  [applyInput, { rsiHandle: "Vega-Rook" }, payload(7)],
  [registerInput, { email: "vega@example.org" }, { username: "vega.rook", password: "correct horse" }],
  [addWebhookInput, { url: "https://example.org/hook" }, { name: "Rook", kinds: [] }],
  [correctInput, { discordId: SNOWFLAKE, starCitizenId: "Vega-Rook", email: "vega@example.org" }],
  [
    createBotInput,
    {
      clientId: SNOWFLAKE,
      token: "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b",
      inviteUrl: "https://discord.gg/rook",
    },
    { name: "Rook" },
  ],
  [secondStepInput, { code: "123456", recoveryCode: "ABCDEFGHIJKLMNOP" }],
];

it.each(inputs)("accepts copied text without its invisible characters: %#", (schema, values, more) => {
  const copies = Object.entries(values).map(([field, value]) => [field, copiedFrom(value)]);
  expect(schema.parse({ ...more, ...Object.fromEntries(copies) })).toMatchObject(values);
});

it("accepts copied settings, sign-in names and searches without their invisible characters", async () => {
  const { shape } = settingsSchema;
  for (const name of [
    "DISCORD_CLIENT_ID",
    "DISCORD_GUILD_ID",
    "DISCORD_CLIENT_SECRET",
    "UEX_API_TOKEN",
  ] as const)
    expect([name, shape[name].parse(copiedFrom(SNOWFLAKE))]).toEqual([name, SNOWFLAKE]);
  expect(signInNameOf(copiedFrom("Vega.Rook"))).toBe("vega.rook");
  const administrator = await person("administrator", 1, "Vega Rook");
  const path = `/api/members/1?q=${encodeURIComponent(copiedFrom("Vega Rook"))}`;
  expect(await administrator.ok<unknown[]>("GET", path)).toHaveLength(1);
});
