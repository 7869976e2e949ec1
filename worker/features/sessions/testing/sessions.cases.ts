import type { RouteCase } from "../../../testing/cases.ts";
import { hoursFromNow, raw, value } from "../../../testing/database.ts";

/** Routes of the caller's sessions. */
export const sessionCases: RouteCase[] = [
  { route: "GET /api/user/sessions", access: "signed-in", request: () => ({ path: "/api/user/sessions" }) },
  {
    route: "DELETE /api/user/sessions",
    access: "signed-in",
    request: async ({ caller }) => {
      await raw.DB.prepare(
        `insert into sessions (user_id, token_hash, method, created_at, last_seen_at, expires_at)
         select id, hex(randomblob(32)), 'password', ?2, ?2, ?3 from users where id = ?1`,
      )
        .bind(caller.userId, hoursFromNow(0), hoursFromNow(24))
        .run();
      return { path: "/api/user/sessions", body: { id: await value("select max(id) from sessions") } };
    },
    status: 204,
  },
  {
    route: "GET /api/users/:id/sessions",
    access: ["admin.users"],
    request: ({ officer }) => ({ path: `/api/users/${officer.userId}/sessions` }),
    ofOrganization: true,
  },
];
