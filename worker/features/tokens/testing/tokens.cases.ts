import type { RouteCase } from "../../../testing/cases.ts";
import { addToken } from "./tokens.factory.ts";

/** The most permissions that the schema accepts; every member has this one. */
const MANY = Array.from({ length: 200 }, () => "events.read");

export const cases: RouteCase[] = [
  {
    route: "GET /api/tokens",
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: "/api/tokens" }),
  },
  {
    route: "POST /api/tokens",
    access: "member",
    ownsOr: [],
    proof: true,
    request: () => ({
      path: "/api/tokens",
      body: { name: "Fleet sheet", permissions: ["events.read"], expiresInDays: 90 },
    }),
    largest: () => ({
      path: "/api/tokens",
      body: { name: "Fleet sheet", permissions: MANY, expiresInDays: 90 },
    }),
    status: 201,
  },
  {
    route: "DELETE /api/tokens/:id",
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller, officer }) => {
      const { id } = await addToken(caller.userId ? caller : officer);
      return { path: `/api/tokens/${id}` };
    },
    status: 204,
  },
];
