import { beforeEach, expect, it } from "vitest";
import { JOBS } from "../../jobs.ts";
import { CRONS } from "../../lib/crons.ts";
import { openDb } from "../../lib/db/client.ts";
import { readEnv } from "../../lib/env.ts";
import { rowCounts } from "../../testing/inspect.ts";
import { type Caller, nobody, person, raw, rows, value } from "../../testing/world.ts";

const password = "nebula-drift-9";
let administrator: Caller;

beforeEach(async () => {
  administrator = await person("administrator", 1, "Astrid Holm");
  await administrator.ok("POST", "/api/register", {
    ...{ username: "admin", displayName: "The bridge", password, role: "Member" },
  });
  await person("member", 1, "Mona Lund");
});

/** Registers a visitor from a separate address. */
let visitors = 0;
const register = (body: object, language = "en") =>
  nobody.call("POST", "/api/register", {
    body: { password, ...body },
    headers: { "Accept-Language": language, "CF-Connecting-IP": `192.0.2.${visitors++ % 250}` },
  });

it("registering refuses a name with hidden characters or one that looks like a higher member's, in either language", async () => {
  const before = await rowCounts();
  const bad = [
    ...[
      ["username", "аdmin"],
      ["username", "ADMlN"],
      ["username", "adrnin"],
    ],
    ...[
      ["username", "adm\u200bin"],
      ["username", "vega\u202e"],
      ["username", "ve\u0000ga"],
      ["username", "\u3164\u3164\u3164"],
    ],
    ...[
      ["displayName", "Astrid Holm"],
      ["displayName", "Аstrid Hоlm"],
      ["displayName", "ASTRlD HOLM"],
    ],
    ...[
      ["displayName", "Ve\nga"],
      ["displayName", "Vega\u202eqaz"],
      ["displayName", "\u200b\u2060"],
      ["displayName", "\u0301"],
    ],
    ...[
      ["displayName", `V${"\u0301".repeat(9)}`],
      ["displayName", "Vega\u{e0041}"],
      ["displayName", "\u0007Vega"],
    ],
  ];
  for (const language of ["en", "da"]) {
    for (const [field = "", name] of bad) {
      const { status, text } = await register({ username: "rook.vega", [field]: name }, language);
      const problem = JSON.parse(text);
      const why = status === 409 ? problem.code : Object.keys(problem.errors ?? {}).join();
      const expected =
        status === 409 ? (field === "username" ? "username_alike" : "display_name_taken") : field;
      expect([language, name, why]).toEqual([language, name, expected]);
      expect([400, 409]).toContain(status);
      expect(problem.detail).not.toMatch(/Invalid input|Ugyldig værdi/);
    }
  }
  const { attempts, ...after } = await rowCounts();
  expect(attempts).toBeGreaterThan(0);
  expect(after).toEqual({ ...before, attempts: undefined });
});

it("registering accepts the name of a plain member, and names in many languages", async () => {
  for (const [username, displayName] of [
    ["rook.vega", "Mona Lund"],
    ["søren ærø", "Søren Ærø Åkjær"],
    ["प्रिया", "प्रिया शर्मा"],
    ["محمد", "محمد علي"],
    ["דוד", "דָּוִד"],
    ["山田太郎", "山田太郎"],
  ]) {
    const { status, text } = await register({ username, displayName });
    expect([username, status, JSON.parse(text).displayName]).toEqual([
      username,
      201,
      displayName?.normalize("NFC"),
    ]);
  }
});

it("a name that looks like another is refused to an administrator and to an account that gets a password, too", async () => {
  const body = { username: "аdmin", displayName: "Astrid", password, role: "Member" };
  expect((await administrator.fails("POST", "/api/register", body)).code).toBe("username_alike");
  const discord = await person("member");
  expect((await discord.fails("POST", "/api/user/password", { username: "adm1n", password })).code).toBe(
    "username_alike",
  );
  await discord.ok("POST", "/api/user/password", { username: "Vega", password });
  expect(await value("select name_skeleton from users where sign_in_name = 'vega'")).toBe("vega");
  // Accepts one of two similar names that are registered at once.
  const both = await Promise.all([register({ username: "nova" }), register({ username: "nоva" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it("the daily upkeep stores the comparable form of older names once", async () => {
  await raw.DB.prepare("update users set name_skeleton = null").run();
  expect((await register({ username: "аdmin" })).status).toBe(201);
  await raw.DB.prepare("delete from users where username = 'аdmin'")
    .run()
    .catch(() => undefined);
  await raw.DB.prepare("update users set name_skeleton = null").run();
  const context = {
    db: openDb(raw.DB, "first-primary").db,
    env: readEnv(raw),
    now: new Date(),
    language: "en" as const,
  };
  await JOBS[CRONS.daily]?.(context);
  expect(await rows("select name_skeleton from users where sign_in_name = 'admin'")).toEqual([
    { name_skeleton: "adrnln" },
  ]);
  expect(
    await value("select count(*) from users where sign_in_name is null and name_skeleton is not null"),
  ).toBe(0);
  expect((await register({ username: "ADM1N" })).status).toBe(409);
});
