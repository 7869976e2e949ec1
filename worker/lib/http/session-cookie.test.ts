import { expect, it } from "vitest";
import { ask, NOW } from "../../testing/little-app.ts";
import { settings } from "../../testing/world.ts";
import { publicRoute } from "./access.ts";
import { nothing } from "./answers.ts";
import { get } from "./route.ts";
import { type KeptSession, SESSION_DAYS, setSessionCookie } from "./session-cookie.ts";

/** The cookies, and whether the browser forgets its cache, of an answer to a browser with a session's cookie. */
async function answer(session: KeptSession | null, cookie = "", APP_URL = "http://localhost:8787") {
  const route = get("/a", {
    ...{ access: publicRoute(), summary: "", answers: nothing },
    run: (_, __, c) => setSessionCookie(c, session),
  });
  const env = { ...settings(), APP_URL };
  const { headers } = await ask([route], "GET /a", { env, init: { headers: { Cookie: cookie } } });
  const cookies = headers.getSetCookie().map((each) => each.split("; ").sort());
  return { cookies, forgets: headers.get("Clear-Site-Data") };
}

const inSeconds = (seconds: number) => new Date(NOW.getTime() + 1000 * seconds).toISOString();
const lives = async (endsAt: string) => {
  const { cookies } = await answer({ token: "a", endsAt });
  return cookies.map((each) => each.find((part) => part.startsWith("Max-Age")));
};

it("lives as long as the session, at most its days without use, and ends with it", async () => {
  const most = SESSION_DAYS * 86_400;
  for (const [left, seconds] of [
    [100.9, 100],
    [most + 1, most],
    [-5, 0],
  ] as const)
    expect([left, await lives(inSeconds(left))]).toEqual([left, Array(2).fill(`Max-Age=${seconds}`)]);
});

it("is hidden from scripts and sent by https to this host alone; a second cookie tells scripts that it exists", async () => {
  const session = { token: "a", endsAt: inSeconds(60) };
  const shared = ["Max-Age=60", "Path=/", "SameSite=Lax"];
  expect((await answer(session)).cookies).toEqual([
    ["HttpOnly", ...shared, "session=a"],
    [...shared, "signed_in=1"],
  ]);
  expect((await answer(session, "", "https://command.example")).cookies).toEqual([
    ["HttpOnly", ...shared.slice(0, 2), "SameSite=Lax", "Secure", "__Host-session=a"],
    [...shared, "Secure", "signed_in=1"],
  ]);
  expect((await answer(null)).cookies).toEqual([
    ["HttpOnly", "Max-Age=0", ...shared.slice(1), "session="],
    ["Max-Age=0", ...shared.slice(1), "signed_in="],
  ]);
});

it("makes the browser forget its cache where it had another session", async () => {
  const session = { token: "a", endsAt: inSeconds(60) };
  expect((await answer(session)).forgets).toBeNull();
  expect((await answer(session, "session=a")).forgets).toBeNull();
  expect((await answer(session, "session=b")).forgets).toBe('"cache"');
  expect((await answer(null, "session=b")).forgets).toBe('"cache"');
  // What has not the shape of a value is no cookie.
  expect((await answer(session, "session=a,b")).forgets).toBeNull();
});
