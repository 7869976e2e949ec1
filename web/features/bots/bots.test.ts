import assert from "node:assert/strict";
import { test } from "node:test";
import { createBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { toInput } from "../../lib/form-input.ts";

const UNTOUCHED = {
  name: "",
  description: "",
  token: "",
  clientId: "",
  framework: "discord.js",
  inviteUrl: "",
};

test("an untouched form lacks nothing but the name", () => {
  const result = createBotInput.safeParse(toInput(UNTOUCHED));
  assert.deepEqual(
    result.error?.issues.map((issue) => issue.path),
    [["name"]],
  );
  assert.ok(createBotInput.safeParse(toInput({ ...UNTOUCHED, name: "Herald" })).success);
});

test("what is left empty is not sent, and spaces around what was pasted are dropped", () => {
  const token = "MTE4MDIzMTIzNDU2Nzg5.abcdef.ghijklmnop";
  const form = { ...UNTOUCHED, name: " Herald ", token: ` ${token}\n`, clientId: "  " };
  assert.deepEqual(toInput(form), { name: "Herald", token, framework: "discord.js" });
});

test("an invite link with spaces around it is still an address", () => {
  const inviteUrl = " https://discord.com/oauth2/authorize?client_id=1 ";
  assert.ok(createBotInput.safeParse(toInput({ ...UNTOUCHED, name: "Herald", inviteUrl })).success);
});
