import type { RouteCase } from "../../../testing/cases.ts";
import { person } from "../../../testing/world.ts";

/** Routes of signing in and registering. */
export const authCases: RouteCase[] = [
  {
    route: "POST /api/login",
    access: "public",
    request: () => ({ path: "/api/login", body: { username: "", password: "whatever-it-is" } }),
    status: 400,
    code: "invalid_input",
  },
  {
    route: "POST /api/register",
    access: "public",
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
    request: () => ({
      path: "/api/password-link",
      body: { token: "no-such-link", password: "nebula-drift-9" },
    }),
    status: 410,
    code: "password_link_ended",
  },
  {
    route: "DELETE /api/users/:id",
    access: ["admin.users"],
    request: async () => ({ path: `/api/users/${(await person("member")).userId}` }),
    ofOrganization: true,
  },
  {
    route: "GET /api/auth/discord",
    access: "public",
    request: () => ({ path: "/api/auth/discord" }),
    status: 302,
  },
  {
    route: "GET /api/auth/discord/callback",
    access: "public",
    request: () => ({ path: "/api/auth/discord/callback?error=access_denied" }),
    status: 302,
  },
];

/** Signing out, which ends the caller's session. */
export const signOutCases: RouteCase[] = [
  { route: "POST /api/logout", access: "public", request: () => ({ path: "/api/logout" }), status: 204 },
];
