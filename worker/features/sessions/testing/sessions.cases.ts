import type { RouteCase } from "../../../testing/cases.ts";
import { hoursFromNow, raw, value } from "../../../testing/database.ts";

/** Routes of the caller's sessions. */
export const sessionCases: RouteCase[] = [
  { route: "GET /api/user/sessions", access: "signed-in", request: () => ({ path: "/api/user/sessions" }) },
  {
    route: "DELETE /api/user/sessions",
    access: "signed-in",
    request: () => ({ path: "/api/user/sessions" }),
    status: 204,
  },
  {
    route: "DELETE /api/user/sessions/:id",
    access: "signed-in",
    request: async (scene) => {
      const userId = scene.isForeign || !scene.caller.userId ? scene.officer.userId : scene.caller.userId;
      await raw.DB.prepare(
        `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
         values (?1, hex(randomblob(32)), 'password', ?2, ?2, ?3)`,
      )
        .bind(userId, hoursFromNow(0), hoursFromNow(24))
        .run();
      return { path: `/api/user/sessions/${await value("select max(id) from sessions")}` };
    },
    status: 204,
    ofOrganization: true,
  },
];
