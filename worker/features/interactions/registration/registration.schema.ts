import * as z from "zod/mini";

/** State of a command in Discord: `foreign` is registered there but not a command of the product. */
const COMMAND_STATES = ["same", "missing", "differs", "foreign"] as const;

/** The product's commands compared with Discord's, GET /api/discord/commands/{orgId}. */
export const commandReport = z.object({
  commands: z.array(
    z.object({
      kind: z.enum(["chat", "user", "message"]),
      /** In the reader's language, as `description`. */
      name: z.string(),
      description: z.string(),
      state: z.enum(COMMAND_STATES),
      /** The fields that registering would change, such as `options.0.description`; empty unless it differs. */
      changes: z.array(z.string()),
    }),
  ),
  /** The address to set as the interactions endpoint in Discord's developer portal. */
  endpoint: z.string(),
});
export type CommandReport = z.infer<typeof commandReport>;
