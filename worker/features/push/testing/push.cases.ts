import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { addDevice, newBrowser } from "./push.factory.ts";

/** A device of the caller, or of the officer where the caller is of another organization or signed out. */
const theirs = ({ caller, isForeign, officer }: Scene) =>
  addDevice(isForeign || caller.token === null ? officer : caller);

export const cases: RouteCase[] = [
  { route: "GET /api/push", access: "signed-in", inBrowser: true, request: () => ({ path: "/api/push" }) },
  {
    route: "POST /api/push/subscriptions",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/push/subscriptions", body: newBrowser().subscription }),
    // These tests run without keys for push, and without e-mail.
    status: 409,
    code: "push_not_configured",
  },
  {
    route: "DELETE /api/push/subscriptions/:id",
    access: "signed-in",
    inBrowser: true,
    request: async (scene) => ({ path: `/api/push/subscriptions/${await theirs(scene)}` }),
    status: 204,
    ofOrganization: true,
  },
  {
    route: "POST /api/push/test",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/push/test" }),
    status: 409,
    code: "push_not_configured",
  },
];
