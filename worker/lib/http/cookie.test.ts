import { expect, it, vi } from "vitest";
import { HEADERS, ODD_VALUES } from "../../testing/fuzz/headers.ts";
import { call, person, rows } from "../../testing/world.ts";
import { cookieNames } from "./cookie.ts";

it("reads cookies of odd values as missing: nothing fails, is logged or written, for each cookie of the product", async () => {
  const member = await person("member");
  const logged = vi.spyOn(console, "error");
  const before = await rows("select * from sessions");
  expect([...cookieNames]).toEqual(
    expect.arrayContaining(["session", "bookmark", "device", "grant", "waiting"]),
  );
  for (const name of cookieNames)
    for (const value of ODD_VALUES) {
      const headers = { Cookie: `${name}=${value}` };
      const asked = [
        ["GET", "/api/organization/1/public-settings"],
        ["GET", "/api/auth/discord/callback?code=a&state=b"],
        ["POST", "/api/login"],
      ] as const;
      for (const [method, path] of asked) {
        const body = method === "POST" ? { username: "nobody", password: "nothing" } : undefined;
        const { status } = await call(method, path, { headers, body });
        expect([name, value, path, status < 500]).toEqual([name, value, path, true]);
      }
      const own = name === "session" ? undefined : member.token;
      const { status } = await call("GET", "/api/user", { headers, token: own ?? null });
      expect([name, value, status]).toEqual([name, value, own ? 200 : 401]);
    }
  expect(logged).not.toHaveBeenCalled();
  expect(await rows("select * from sessions")).toEqual(before);
});

it("knows every header that the worker reads, so that generated requests vary it", () => {
  const sources = import.meta.glob<string>(["../../**/*.ts", "!../../**/*.test.ts", "!../../**/testing/**"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const read = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\breq\.header\("([\w-]+)"\)/g)].map(([, name = ""]) => name),
  );
  expect(read).toContain("Idempotency-Key");
  expect([...new Set(read)].filter((name) => !(name in HEADERS))).toEqual([]);
});
