import type { CostCase } from "../../../testing/costing.ts";
import { nobody, person, value } from "../../../testing/world.ts";
import { backFromDiscord } from "../../discord/testing/discord.factory.ts";
import { PASSWORD } from "./auth.cases.ts";

const VEGA = { username: "vega.rook", password: PASSWORD };

export const costs: CostCase[] = [
  {
    route: "POST /api/register (accepted)",
    kind: "several",
    caller: nobody,
    request: () => ({ path: "/api/register", body: { ...VEGA, displayName: "Vega Rook" } }),
    status: 201,
  },
  {
    route: "POST /api/login (accepted)",
    kind: "signIn",
    caller: nobody,
    request: () => ({ path: "/api/login", body: VEGA }),
  },
  {
    route: "POST /api/login (refused)",
    kind: "refused",
    caller: nobody,
    request: () => ({ path: "/api/login", body: { ...VEGA, password: "not-the-password" } }),
    status: 401,
  },
  {
    route: "GET /api/auth/discord/callback (accepted)",
    kind: "signIn",
    caller: nobody,
    request: backFromDiscord,
    status: 302,
  },
  {
    route: "DELETE /api/user (accepted)",
    kind: "several",
    caller: nobody,
    request: async () => {
      const { token, userId } = await person("member");
      const username = await value<string>("select username from users where id = ?", userId);
      return { path: "/api/user", body: { username }, headers: { Cookie: `session=${token}` } };
    },
  },
];
