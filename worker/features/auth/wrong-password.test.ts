import { expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { backgroundDone, call, person, raw, settings, value } from "../../testing/world.ts";
import { FREE_ATTEMPTS, noteWrongPassword } from "./attempts.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";
import { whereOf } from "./visitor.ts";

const HOUR_MS = 3_600_000;

it("leaves one notice of an attack of a whole day, and hides no other notice", async () => {
  const owner = await person("officer");
  await givePassword(owner);
  const username = await value<string>("select username from users where id = ?", owner.userId);
  for (const from of ["198.51.100.1", "203.0.113.8"])
    await call("POST", "/api/login", {
      body: { username, password: PASSWORD },
      headers: { "CF-Connecting-IP": from },
    });
  await backgroundDone();
  const visitor = { ...whereOf("198.51.100.1"), userAgent: null, replaces: null, device: null };
  const start = Date.now() + HOUR_MS;
  for (let hour = 0; hour < 24; hour++) {
    const deferred: Promise<unknown>[] = [];
    const context = {
      db: openDb(raw.DB, "first-primary").db,
      env: settings(),
      now: new Date(start + hour * HOUR_MS),
      language: "en" as const,
      later: (work: Promise<unknown>) => void deferred.push(work),
    };
    for (let turn = 0; turn < FREE_ATTEMPTS.password; turn++)
      await noteWrongPassword(
        context,
        "",
        { name: username },
        { id: owner.userId, organizationId: 1 },
        visitor,
      );
    await Promise.all(deferred);
    expect(deferred).toHaveLength(1);
  }
  const shown = await owner.ok<{ kind: string }[]>("GET", "/api/user/notices");
  expect(shown.map(({ kind }) => kind)).toEqual(["auth.attempts", "auth.new_device"]);
  expect(await value("select created_at from notices where kind = 'auth.attempts'")).toBe(
    new Date(start + 23 * HOUR_MS).toISOString(),
  );
});
