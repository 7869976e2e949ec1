/** The kinds of actor: a user in a browser, the server itself, a bot. */
export type ActorKind = "user" | "job" | "bot";
