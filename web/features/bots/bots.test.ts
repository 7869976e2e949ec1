import assert from "node:assert/strict";
import { test } from "node:test";
import { createBotInput } from "../../../worker/features/bots/bots.schema.ts";
import { changedFields, EMPTY_BOT, isBotField, toInput } from "./bot-form.ts";

test("an untouched form lacks nothing but the name", () => {
  const result = createBotInput.safeParse(toInput(EMPTY_BOT));
  assert.deepEqual(
    result.error?.issues.map((issue) => issue.path),
    [["name"]],
  );
  assert.ok(createBotInput.safeParse(toInput({ ...EMPTY_BOT, name: "Herald" })).success);
});

test("what is left empty is not sent, and spaces around what was pasted are dropped", () => {
  const token = "MTE4MDIzMTIzNDU2Nzg5.abcdef.ghijklmnop";
  const form = { ...EMPTY_BOT, name: " Herald ", token: ` ${token}\n`, clientId: "  " };
  assert.deepEqual(toInput(form), { name: "Herald", token, framework: "discord.js" });
});

test("an invite link with spaces around it is still an address", () => {
  const inviteUrl = " https://discord.com/oauth2/authorize?client_id=1 ";
  assert.ok(createBotInput.safeParse(toInput({ ...EMPTY_BOT, name: "Herald", inviteUrl })).success);
});

test("only fields of the form take the server's sentences", () => {
  assert.deepEqual(["token", "organizationId", "toString"].map(isBotField), [true, false, false]);
});

test("settings that only one side left empty count as changed, null and empty as the same", () => {
  const before = { name: "Herald", description: null, clientId: "123456789012345678" };
  assert.deepEqual(changedFields(before, { ...before, description: "" }), []);
  assert.deepEqual(changedFields(before, { ...before, description: "Calls", clientId: null }), [
    "description",
    "clientId",
  ]);
});
