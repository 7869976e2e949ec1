import type { Call } from "../../lib/commands/command.ts";
import { listMembersRoute } from "./members.routes.ts";
import type { Member } from "./members.schema.ts";

/** The member whom a user of a command chose by their Discord id. @throws AppError forbidden to read members */
export async function memberOf(call: Call, discordId: string): Promise<Member | undefined> {
  const { items } = await call.ask(listMembersRoute, { query: { q: discordId, limit: "5" } });
  return items.find((each) => each.discordId === discordId);
}
