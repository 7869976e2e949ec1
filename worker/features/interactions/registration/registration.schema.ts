import * as z from "zod/mini";

/** How a command stands in Discord: `foreign` is registered there and no command of the product. */
const COMMAND_STATES = ["same", "missing", "differs", "foreign"] as const;

/** The commands of the product as Discord knows them, GET /api/discord/commands/{orgId}. */
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
  /** The address that Discord's developer portal has to name as the interactions endpoint. */
  endpoint: z.string(),
});
export type CommandReport = z.infer<typeof commandReport>;
