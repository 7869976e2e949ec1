import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { DiscordOptions } from "./index.ts";
import { call, eventBody, field, type Reply, start } from "./testing.ts";

export type Sent = Record<string, unknown>;

/** Starts an emulator and returns calls of its event routes. */
export async function events(t: TestContext, options?: DiscordOptions) {
  const emulator = await start(t, { strangeSeed: null, ...options });
  const path = `/guilds/${emulator.guildId}/scheduled-events`;
  return {
    emulator,
    path,
    stored: emulator.guild.events,
    list: async (query = "") => (await call(emulator, "GET", path + query)).body as Sent[],
    create: (change: Sent = {}) => call(emulator, "POST", path, { ...eventBody(), ...change }),
    edit: (id: string, change: Sent) => call(emulator, "PATCH", `${path}/${id}`, change),
    users: async (id: string, query: string) =>
      (await call(emulator, "GET", `${path}/${id}/users?${query}`)).body as Sent[],
    ask: (method: string, id: string) => call(emulator, method, `${path}/${id}`),
  };
}

export const idOf = ({ body }: Reply): string => String(field(body, "id"));
export const codeOf = ({ status, body }: Reply): unknown => [status, field(body, "code")];
/** Returns the code of the first problem of a form's field. */
export const problem = ({ body }: Reply, ...fields: string[]): unknown => {
  assert.equal(field(body, "code"), 50035, JSON.stringify(body));
  return field(body, "errors", ...fields, "_errors", 0, "code");
};
