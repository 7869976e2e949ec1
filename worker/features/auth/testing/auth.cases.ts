import { PLACES_EACH } from "../../../lib/scrypt.ts";
import type { RouteCase } from "../../../testing/cases.ts";
import { type Caller, person, raw } from "../../../testing/world.ts";

export const PASSWORD = "nebula-drift-9";
/** A hash of PASSWORD at the lowest cost. */
const HASH = "scrypt$16$1$1$YSBzYWx0IG9mIHRlc3RzLg$EhWz-NefaQIAhQ0bBmcN6ymiyRojc5woVk1ZdA6V0aE";

/** Sets PASSWORD for a user, under their username. */
export const givePassword = ({ userId }: Caller) =>
  raw.DB.prepare("update users set password_hash = ?, sign_in_name = lower(username) where id = ?")
    .bind(HASH, userId)
    .run();

/** Sends requests of one network or user in threes: as many have a place to hash at once. */
export async function inThrees<Result>(
  count: number,
  work: (at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < count; start += PLACES_EACH) {
    const length = Math.min(PLACES_EACH, count - start);
    results.push(...(await Promise.all(Array.from({ length }, (_, at) => work(start + at)))));
  }
  return results;
}

export const cases: RouteCase[] = [
  {
    route: "POST /api/login",
    access: "public",
    inBrowser: true,
    request: () => ({ path: "/api/login", body: { username: "", password: "whatever-it-is" } }),
    status: 400,
    code: "invalid_input",
  },
  {
    route: "POST /api/register",
    access: "public",
    inBrowser: true,
    proof: true,
    request: () => ({
      path: "/api/register",
      body: {
        username: "vega.rook",
        password: "123456",
        email: "vega@example.org",
        displayName: "Vega Rook",
      },
    }),
    status: 400,
    code: "weak_password",
  },
  {
    route: "POST /api/password-link",
    access: "public",
    inBrowser: true,
    request: () => ({
      path: "/api/password-link",
      body: { token: "no-such-link", password: "nebula-drift-9" },
    }),
    status: 410,
    code: "password_link_ended",
  },
  {
    route: "PATCH /api/user/password",
    unproven: "The current password in the request is the proof.",
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller }) => {
      await givePassword(caller);
      return { path: "/api/user/password", body: { currentPassword: PASSWORD, password: "drift-nebula-10" } };
    },
    status: 204,
  },
  {
    route: "POST /api/user/password",
    access: "signed-in",
    proof: true,
    request: async ({ caller }) => {
      await raw.DB.prepare("update users set password_hash = null, sign_in_name = null where id = ?")
        .bind(caller.userId)
        .run();
      return {
        path: "/api/user/password",
        body: { username: `pilot.${caller.userId}`, password: "drift-nebula-10" },
      };
    },
    status: 204,
  },
  {
    route: "POST /api/user/discord",
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller }) => {
      await givePassword(caller);
      return { path: "/api/user/discord", body: { password: PASSWORD } };
    },
  },
  {
    route: "DELETE /api/user/discord",
    access: "signed-in",
    proof: true,
    request: async ({ caller }) => {
      await givePassword(caller);
      await raw.DB.prepare("update users set discord_id = '1' || printf('%017d', id) where id = ?")
        .bind(caller.userId)
        .run();
      return { path: "/api/user/discord" };
    },
    status: 204,
  },
  {
    route: "DELETE /api/user",
    access: "signed-in",
    proof: true,
    // The history of each prospect of the deleted user.
    generated: { adds: 60 },
    request: () => ({ path: "/api/user", body: { username: "Somebody else" } }),
    status: 400,
    code: "wrong_confirmation",
  },
  {
    route: "DELETE /api/users/:id",
    access: ["admin.users"],
    proof: true,
    // The history of each prospect of the deleted user.
    generated: { adds: 60 },
    request: async () => ({ path: `/api/users/${(await person("member")).userId}` }),
    ofOrganization: true,
  },
  {
    route: "GET /api/auth/discord",
    access: "public",
    inBrowser: true,
    request: () => ({ path: "/api/auth/discord" }),
    status: 302,
  },
  {
    route: "GET /api/auth/discord/callback",
    access: "public",
    inBrowser: true,
    request: () => ({ path: "/api/auth/discord/callback?error=access_denied" }),
    status: 302,
  },
];
