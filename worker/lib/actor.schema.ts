import * as z from "zod/mini";

/** The kinds of actor: a user in a browser, a user's API token, a command in Discord, the server itself, a bot. */
export const actorKind = z.enum(["user", "token", "interaction", "job", "bot"]);
export type ActorKind = z.infer<typeof actorKind>;
