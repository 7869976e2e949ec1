import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { API } from "../../app.ts";
import { FEATURES } from "../../features.ts";
import { Call } from "../../lib/commands/command.ts";
import { AppError } from "../../lib/errors.ts";
import type { Route } from "../../lib/http/route.ts";
import { SYSTEM_ROLES } from "../../lib/permissions.schema.ts";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  type Said,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, freshDatabase, person, prospect, rows } from "../../testing/world.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { event } from "../events/testing/events.factory.ts";
import { commandsOf } from "./commands.ts";

/** A route that a command called, and the code of the refusal, null for none. */
type Asking = { route: Route; given: Record<string, unknown>; code: string | null };

beforeEach(freshDatabase);
afterEach(() => vi.restoreAllMocks());

/** Records every route that commands call. */
function listen(): Asking[] {
  const asked: Asking[] = [];
  const ask = Call.prototype.ask;
  vi.spyOn(Call.prototype, "ask").mockImplementation(async function (this: Call, route, given) {
    const note = {
      route: route as unknown as Route,
      given: given as Asking["given"],
      code: null as string | null,
    };
    asked.push(note);
    try {
      return await ask.call(this, route, given);
    } catch (error) {
      note.code = error instanceof AppError ? error.code : String(error);
      throw error;
    }
  });
  return asked;
}

/** Repeats a command's call with the caller's session. */
async function bySession(caller: Caller, { route, given }: Asking): Promise<string | null> {
  const { query = {}, body, ...ids } = given;
  const own: Record<string, unknown> = { orgId: 1, userId: caller.userId, ...ids };
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(own[name]));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const answer = await caller.call(route.method, `/api${path}${search ? `?${search}` : ""}`, { body });
  return answer.status < 400 ? null : (JSON.parse(answer.text) as { code: string }).code;
}

/** Refusals for missing permissions, or that hide a record. */
const OF_RIGHTS = ["forbidden", "not_found", "session_required", "signed_out"];

/** Records of other users, of which each role sees some. */
async function fill(): Promise<void> {
  const officer = await person("officer", 1, "Freja");
  const other = await person("recruiter", 1, "Mikkel");
  await prospect({
    status: "onboarding",
    display_name: "Nova One",
    assigned_to: other.memberId,
    deadline: new Date().toISOString(),
  });
  await prospect({ status: "intro", display_name: "Nova Two" });
  await contract({ title: "Nova escort", status: "posted" });
  await contract({ title: "Nova draft", status: "draft" });
  await event({ title: "Nova convoy" });
  await officer.ok("POST", "/api/wishes", { title: "Nova wishes", description: "More of them" });
}

const TYPED = ["Nova", "1", "2", "999999", "", "2026-12-03", "x'; drop"];
const commands = [...commandsOf(FEATURES).values()];
const move = fc.record({
  command: fc.constantFrom(...commands),
  locale: fc.constantFrom("en-GB", "da"),
  typed: fc.constantFrom(...TYPED),
  presses: fc.array(fc.record({ at: fc.nat(20), words: fc.constantFrom("Nova", "3.12", "2026-12-03") }), {
    maxLength: 3,
  }),
});

async function use(
  user: DiscordUser,
  { command, typed, presses }: typeof move extends fc.Arbitrary<infer M> ? M : never,
) {
  const { name, kind } = command;
  let refusal: Said;
  if (kind === "chat") {
    const option = command.options?.[0];
    if (option?.complete) await user.completes(name.en, option.name.en, typed);
    refusal = await user.types(
      name.en,
      option && (typed || option.isRequired) ? { [option.name.en]: typed || "Nova" } : {},
    );
  } else if (kind === "user") refusal = await user.calls(name.en, { userId: user.id });
  else
    refusal = await user.calls(name.en, {
      messageId: "1300000000000000005",
      content: `${typed} of a message`,
    });
  for (const { at, words } of presses) {
    if (refusal.type === 9) {
      const fields = componentsOf(refusal).flatMap(({ type, component }) =>
        type === 18 && component ? [component] : [],
      );
      const values = fields.map(({ custom_id = "", type, value, options }) => [
        custom_id,
        type === 3 ? (options?.[0]?.value ?? "") : (value ?? words),
      ]);
      refusal = await user.fills(refusal, Object.fromEntries(values) as Record<string, string>);
      continue;
    }
    const buttons = componentsOf(refusal).filter(({ type, custom_id }) => type === 2 && custom_id);
    const button = buttons[at % Math.max(1, buttons.length)];
    if (!button?.label) return;
    refusal = await user.presses(refusal, button.label);
  }
}

describe("what commands show and do", () => {
  for (const role of [...SYSTEM_ROLES, null])
    it(`equals the web app for the same person: ${role ?? "a user without a membership"}`, async () => {
      await fill();
      const caller = await person(role);
      const user = await inDiscord(caller);
      const asked = listen();
      let done = 0;
      const tries = runs(6, 25);
      await fc.assert(
        fc.asyncProperty(move, async (one) => {
          user.locale = one.locale;
          await use(user, one);
          const wrong: unknown[] = [];
          for (const each of asked.splice(0)) {
            done += 1;
            const code = await bySession(caller, each);
            const refusals = [each.code, code].map((it) => (it && OF_RIGHTS.includes(it) ? it : null));
            // Records that the command deleted or ended do not exist afterwards.
            const isGone = each.code === null && code === "not_found" && each.route.method === "DELETE";
            if (refusals[0] !== refusals[1] && !isGone) wrong.push([each.route.name, each.code, code]);
          }
          expect(wrong).toEqual([]);
        }),
        tries,
      );
      expect(done).toBeGreaterThan(tries.numRuns / 2);
      const refused = await rows(
        "select 1 from audit_log where actor_kind = 'interaction' and actor_user_id <> ?",
        caller.userId,
      );
      expect(refused).toEqual([]);
    });

  it("tells a stranger how to get access, and nothing else: each command, in both languages", async () => {
    await fill();
    const stranger = unknownUser();
    for (const [locale, expected] of Object.entries({
      "en-GB": "I don't know you yet",
      da: "Jeg kender dig ikke",
    })) {
      stranger.locale = locale;
      for (const { kind, name, ...command } of commands) {
        const options = "options" in command ? (command.options ?? []) : [];
        const [first] = options;
        if (first?.complete) expect(await stranger.completes(name.en, first.name.en, "Nova")).toEqual([]);
        const target =
          kind === "user" ? { userId: stranger.id } : { messageId: stranger.id, content: "Nova" };
        const typed = first ? { [first.name.en]: "Nova" } : {};
        const refusal =
          kind === "chat" ? await stranger.types(name.en, typed) : await stranger.calls(name.en, target);
        expect([name.en, textOf(refusal), buttonsOf(refusal).length]).toEqual([
          name.en,
          expect.stringContaining(expected),
          1,
        ]);
      }
    }
  });

  it("calls routes of the API alone", () => {
    const own = commands.flatMap(({ needs = [] }) => needs.map(({ name }) => name));
    expect(own.filter((name) => !API.some((route) => route.name === name))).toEqual([]);
  });
});
