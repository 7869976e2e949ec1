import { expect, it } from "vitest";
import { API, isForMachines } from "./app.ts";
import { signed } from "./features/bots/testing/bots.factory.ts";
import { CALLERS } from "./testing/callers.ts";
import { ROUTES } from "./testing/routes.ts";

/** Calls of the specification without a payload that change something. */
const BODYLESS = [
  "POST /api/logout",
  "DELETE /api/users/:id",
  "POST /api/discord-bots/:id/start",
  "POST /api/discord-bots/:id/stop",
  "POST /api/discord-bots/:id/restart",
  "POST /api/discord-bots/:id/command/syncmembers",
  "DELETE /api/discord-bots/:id",
  "POST /api/discord-bots/:id/sync-files",
  "DELETE /api/roles/:id",
  "POST /api/discord/sync-roles/:orgId",
  "POST /api/uex/sync-ships",
  "POST /api/test-data/create",
  "DELETE /api/test-data/clear",
  "POST /api/rsi/verify/:id/check",
  "DELETE /api/rsi/verification",
  "DELETE /api/uex/user/:userId/ships/:shipId",
  "DELETE /api/contracts/:id",
  "PATCH /api/contracts/:id/post",
];

/** Bodies that say nothing, as clients send them: none, none of type JSON, and an empty object. */
const EMPTY = [{}, { body: "", headers: { "Content-Type": "application/json" } }, { body: "{}" }];

const administrator = CALLERS["administrator"];

it("every body-less call of the specification takes no body, an empty one and {} alike", async () => {
  const wrong: unknown[] = [];
  for (const name of BODYLESS) {
    const route = ROUTES.find((each) => each.route === name);
    // Signing out ends the caller's session.
    const scene = await administrator?.();
    if (!route || !scene) {
      wrong.push([name, "unknown"]);
      continue;
    }
    const statuses: number[] = [];
    for (const empty of EMPTY) {
      const { path, headers } = await route.request(scene);
      const sent = { ...empty, headers: { ...headers, ...empty.headers } };
      const { status, text } = await scene.caller.call(name.split(" ")[0] ?? "", path, sent);
      statuses.push(status);
      if (status === 400 || status === 415) wrong.push([name, empty, status, text]);
    }
    if (new Set(statuses).size > 1) wrong.push([name, statuses]);
  }
  expect(wrong).toEqual([]);
});

it("every call with a mandatory body refuses an empty one as no JSON", async () => {
  const wrong: unknown[] = [];
  const scene = await administrator?.();
  for (const route of scene ? ROUTES : []) {
    const declared = API.find(({ name }) => name === route.route)?.body;
    if (!scene || !declared || declared._zod.def.type === "optional") continue;
    const { path, headers } = await route.request(scene);
    const own = isForMachines(path) ? await signed(path, "") : headers;
    const sent = { body: "", headers: { ...own } };
    const { status, text } = await scene.caller.call(route.route.split(" ")[0] ?? "", path, sent);
    const { code } = JSON.parse(text) as { code: string };
    if (status !== 400 || code !== "malformed_body") wrong.push([route.route, status, code]);
  }
  expect(wrong).toEqual([]);
});
