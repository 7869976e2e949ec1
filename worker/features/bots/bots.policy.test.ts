import { describe, expect, it } from "vitest";
import { botAbilities, changesToken } from "./bots.policy.ts";

const actor = (kind: "session" | "job", ...permissions: string[]) =>
  ({ kind, permissions: new Set(permissions) }) as never;
const officer = actor("session", "bots.write");
const administrator = actor("session", "bots.write", "admin.system");
const system = actor("session", "admin.system");
const job = actor("job", "bots.write");

/** The abilities that are given, by name. */
const given = (abilities: object) =>
  Object.entries(abilities).flatMap(([name, isGiven]) => (isGiven ? [name] : []));

describe("what an actor may do", () => {
  it("with the CRM bot is an administrator's or a job's, but for the sync of members", () => {
    const may = (one: never) => given(botAbilities(one, true));
    expect(may(officer)).toEqual(["syncMembers"]);
    expect(may(administrator)).toEqual(["update", "run", "secrets", "syncMembers", "delete"]);
    expect(may(job)).toEqual(["update", "run", "syncMembers", "delete"]);
    expect(may(system)).toEqual([]);
  });

  it("with another bot needs bots.write, and admin.system for its secrets and for making it the CRM bot", () => {
    const may = (one: never) => given(botAbilities(one, false));
    expect(may(officer)).toEqual(["update", "run", "delete"]);
    expect(may(administrator)).toEqual(["update", "run", "secrets", "delete", "makeCrm"]);
    expect(may(system)).toEqual(["makeCrm"]);
  });

  it("with a token is to give the first one of a bot that is not the CRM bot, and to replace any as an administrator", () => {
    const tokens = [null, "abcd"].flatMap((tokenEnding) =>
      [false, true].map((isCrmBot) => ({ tokenEnding, isCrmBot })),
    );
    const may = (one: never) => tokens.map((token) => changesToken(one, token));
    expect(may(officer)).toEqual([true, false, false, false]);
    expect(may(administrator)).toEqual([true, true, true, true]);
    expect(may(system)).toEqual([false, false, false, false]);
  });
});
