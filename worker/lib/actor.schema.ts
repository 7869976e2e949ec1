/** The kinds of actor: a user in a browser, a user's API token, a command in Discord, the server itself, a bot. */
export type ActorKind = "user" | "token" | "interaction" | "job" | "bot";
