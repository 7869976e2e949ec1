import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as z from "zod/mini";
import { answerWith, run } from "../testing/hooks.ts";
import { storeOf } from "../testing/storage.ts";

const { reloadPage } = await import("../lib/reload.ts");
const { useUser } = await import("../lib/session.tsx");
const { ApiError, readProblem } = await import("../lib/api.ts");
const { dismissToast, toastStore } = await import("../lib/toast.ts");
const { useSendForm } = await import("./form.tsx");

const schema = z.strictObject({
  name: z.string().check(z.minLength(2)),
  email: z.optional(z.string()),
  seats: z.number(),
});
const DEFAULTS = { name: "", email: "", seats: 1 };
type Sent = { input: unknown; values: unknown; key: string };

let sent: Sent[];
/** The error that the call throws. */
let failure: unknown;
beforeEach(() => {
  sent = [];
  failure = null;
  dismissToast();
});

const open = (
  options: Partial<Parameters<typeof useSendForm<typeof DEFAULTS, z.infer<typeof schema>>>[0]> = {},
) =>
  run(() =>
    useSendForm<typeof DEFAULTS, z.infer<typeof schema>>({
      schema,
      defaults: DEFAULTS,
      failure: { title: "Nothing was added" },
      onSubmit: async (input, values, key) => {
        sent.push({ input, values, key });
        if (failure) throw failure;
      },
      ...options,
    }),
  );
const refused = (code: string, errors: Record<string, string[]> = {}) =>
  new ApiError(readProblem(409, { code, detail: "It is taken.", errors }, ""));

test("sends what the call takes: texts trimmed, empty ones left out", async () => {
  const form = await open();
  await form.act(({ parts }) => parts.set("name", "  Nova Hale "));
  assert.deepEqual([form.now.isDirty, form.now.parts.values.name], [true, "  Nova Hale "]);
  await form.act(({ submit }) => submit());
  assert.deepEqual(sent[0]?.input, { name: "Nova Hale", seats: 1 });
  assert.deepEqual(sent[0]?.values, { name: "  Nova Hale ", email: "", seats: 1 });
  assert.deepEqual([form.now.error, toastStore.get()], [null, []]);
  await form.end();
});

test("sends what `inputOf` makes of the values", async () => {
  const form = await open({ inputOf: ({ name }) => ({ name: `${name}!!`, seats: 4 }) });
  await form.act(({ submit }) => submit());
  assert.deepEqual(sent[0]?.input, { name: "!!", seats: 4 });
  await form.end();
});

test("does not send what the schema refuses, and shows an error at its field, with the caller's text if it has one", async () => {
  const form = await open();
  await form.act(({ parts }) => parts.set("name", "N"));
  assert.equal(form.now.parts.errorOf("name"), undefined);
  await form.act(({ submit }) => submit());
  assert.deepEqual(sent, []);
  assert.equal(form.now.parts.errorOf("name", "Two letters at least."), "Two letters at least.");
  assert.ok(form.now.parts.errorOf("name"));
  assert.equal(form.now.parts.errorOf("seats"), undefined);
  // Once sent, a field is checked as it changes.
  await form.act(({ parts }) => parts.bind("name").onChange("Nova"));
  assert.deepEqual([form.now.parts.errorOf("name"), form.now.parts.bind("name").value], [undefined, "Nova"]);
  await form.end();
});

test("shows an error below the form when no field shows the refused value", async () => {
  const form = await open({ inputOf: () => ({ name: "Nova", seats: 1, version: 3 }) });
  await form.act(({ submit }) => submit());
  assert.deepEqual(sent, []);
  assert.ok(form.now.error);
  await form.end();
});

test("shows the server's sentences at their fields, and sends again with the same key", async () => {
  const form = await open();
  await form.act(({ parts }) => parts.set("name", "Nova"));
  failure = refused("invalid_input", { name: ["Too common."], version: ["Wrong."] });
  await form.act(({ submit }) => submit());
  assert.equal(form.now.parts.errorOf("name", "Two letters at least."), "Too common.");
  assert.equal(form.now.error, null);
  assert.deepEqual(toastStore.get(), []);
  failure = null;
  await form.act(({ submit }) => submit());
  assert.equal(form.now.parts.errorOf("name"), undefined);
  assert.equal(sent.length, 2);
  assert.equal(sent[0]?.key, sent[1]?.key);
  await form.end();
});

test("shows an error that names no field at the field that belongs to its code, else in a toast, never in both", async () => {
  const form = await open({ fieldOfCode: { name_taken: "name" } });
  await form.act(({ parts }) => parts.set("name", "Nova"));
  failure = refused("name_taken");
  await form.act(({ submit }) => submit());
  assert.equal(form.now.parts.errorOf("name"), "It is taken.");
  assert.deepEqual(toastStore.get(), []);
  failure = refused("closed");
  await form.act(({ submit }) => submit());
  assert.deepEqual([form.now.parts.errorOf("name"), form.now.error], [undefined, null]);
  assert.equal(toastStore.get().at(-1)?.description, "It is taken.");
  await form.end();
});

test("tells an unknown failure in a toast, until the form is sent again", async () => {
  const form = await open();
  await form.act(({ parts }) => parts.set("name", "Nova"));
  failure = new TypeError("undefined is not a function");
  await form.act(({ submit }) => submit());
  assert.match(toastStore.get().at(-1)?.description ?? "", /^Something went wrong/);
  assert.equal(form.now.isSubmitting, false);
  failure = null;
  await form.act(({ submit }) => submit());
  assert.deepEqual([toastStore.get(), sent.length], [[], 2]);
  await form.end();
});

test("each form has a key of its own", async () => {
  for (const name of ["Nova", "Vega"]) {
    const form = await open();
    await form.act(({ parts }) => parts.set("name", name));
    await form.act(({ submit }) => submit());
    await form.end();
  }
  assert.equal(sent.length, 2);
  assert.notEqual(sent[0]?.key, sent[1]?.key);
});

test("what was typed into each of several forms at one address comes back when the page is loaded anew, except secrets", async () => {
  const storage = storeOf(new Map());
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  Object.assign(location, { reload: () => undefined });
  Object.assign(document, { querySelectorAll: () => [{ name: "token" }] });
  answerWith(() => [200, { id: 7 }]);
  const user = await run(useUser);
  // The settings of a bot.
  const { failure, onSubmit } = { failure: { title: "Not saved" }, onSubmit: async () => undefined };
  const openAll = () =>
    run(() => ({
      general: useSendForm({
        schema: z.object({}),
        defaults: { name: "Herald", description: "", clientId: "" },
        failure,
        onSubmit,
      }),
      token: useSendForm({ schema: z.object({}), defaults: { token: "" }, failure, onSubmit }),
      invite: useSendForm({ schema: z.object({}), defaults: { inviteUrl: "" }, failure, onSubmit }),
    }));
  const before = await openAll();
  await before.act(({ general, token, invite }) => {
    general.parts.set("name", "Herald of Stanton");
    token.parts.set("token", "typed");
    invite.parts.set("inviteUrl", "https://discord.com/oauth2/authorize");
  });
  reloadPage();
  await before.end();
  const { now, end } = await openAll();
  assert.equal(now.general.parts.values.name, "Herald of Stanton");
  assert.equal(now.token.parts.values.token, "");
  assert.equal(now.invite.parts.values.inviteUrl, "https://discord.com/oauth2/authorize");
  await end();
  await user.end();
});

test("begins again from what was stored, and keeps what was typed while it was sent", async () => {
  const form = await open({
    onSubmit: async () => {
      await form.act(({ parts }) => parts.set("name", "Nova Hale and more"));
      form.now.settle({ name: "Nova Hale", email: "nova@example.org", seats: 1 });
    },
  });
  await form.act(({ parts }) => parts.set("name", "Nova Hale"));
  await form.act(({ submit }) => submit());
  await form.act(() => undefined);
  const { values, isDirty } = form.now.parts;
  assert.deepEqual(values, { name: "Nova Hale and more", email: "nova@example.org", seats: 1 });
  assert.deepEqual([isDirty("name"), isDirty("email")], [true, false]);
  await form.end();
});
