import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { account, citizen, pending } from "./rsi.factory.ts";

/** The caller's own request, or the officer's for a caller without a session. */
const requestOf = ({ caller, officer }: Scene) => pending(caller.userId ? caller : officer);

export const cases: RouteCase[] = [
  { route: "GET /api/rsi/status", access: "signed-in", request: () => ({ path: "/api/rsi/status" }) },
  {
    route: "POST /api/rsi/verify",
    access: "signed-in",
    request: () => ({ path: "/api/rsi/verify", body: { rsiHandle: "Nova_Lindqvist" } }),
    status: 201,
    // A handle unknown to RSI is refused, and the look-up is counted.
    generated: { leaves: ["rsi_requests"] },
  },
  {
    route: "POST /api/rsi/verify/:id/check",
    access: "signed-in",
    ownsOr: [],
    // Creates the verified account.
    kind: "create",
    // Another user has the handle before.
    request: async (scene) => {
      const { id, handle, code } = await requestOf(scene);
      await citizen(handle, { bio: code });
      await account(scene.officer, handle);
      return { path: `/api/rsi/verify/${id}/check` };
    },
  },
  {
    route: "DELETE /api/rsi/verify/:id",
    access: "signed-in",
    ownsOr: [],
    request: async (scene) => ({ path: `/api/rsi/verify/${(await requestOf(scene)).id}` }),
    status: 204,
  },
  {
    route: "DELETE /api/rsi/verification",
    access: "signed-in",
    request: async ({ caller, officer }) => {
      await account(caller.userId ? caller : officer);
      return { path: "/api/rsi/verification" };
    },
    status: 204,
  },
  {
    route: "DELETE /api/rsi/lost-handle",
    access: "signed-in",
    request: () => ({ path: "/api/rsi/lost-handle" }),
    status: 204,
  },
];
