import assert from "node:assert/strict";
import { test } from "node:test";
import { createBotInput, inviteUrlFor } from "../../../worker/features/bots/bots.schema.ts";
import { toInput } from "../../lib/form-input.ts";

const UNTOUCHED = {
  name: "",
  description: "",
  token: "",
  clientId: "",
  framework: "discord.js",
  inviteUrl: "",
};

test("reports only the missing name of an untouched form", () => {
  const result = createBotInput.safeParse(toInput(UNTOUCHED));
  assert.deepEqual(
    result.error?.issues.map((issue) => issue.path),
    [["name"]],
  );
  assert.ok(createBotInput.safeParse(toInput({ ...UNTOUCHED, name: "Herald" })).success);
});

test("omits empty values and trims pasted ones", () => {
  const token = "MTE4MDIzMTIzNDU2Nzg5.abcdef.ghijklmnop";
  const form = { ...UNTOUCHED, name: " Herald ", token: ` ${token}\n`, clientId: "  " };
  assert.deepEqual(toInput(form), { name: "Herald", token, framework: "discord.js" });
});

test("the CRM bot's link asks for commands, channels and events, and for roles where they are given", () => {
  const asked = (url: string) => Number(new URL(url).searchParams.get("permissions"));
  assert.equal(asked(inviteUrlFor("1", ["channels", "events"])), 17_912_161_176_576);
  assert.equal(asked(inviteUrlFor("1", ["channels", "events", "roles"])), 17_912_429_612_032);
});

test("accepts an invite link with spaces around it", () => {
  const inviteUrl = " https://discord.com/oauth2/authorize?client_id=1 ";
  assert.ok(createBotInput.safeParse(toInput({ ...UNTOUCHED, name: "Herald", inviteUrl })).success);
});
