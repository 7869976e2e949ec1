import * as z from "zod/mini";
import { botFileName, GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import { recordId, version } from "../../../lib/wire.schema.ts";

/** Text of a file: at most GATEWAY_LIMITS.fileBytes bytes of UTF-8, without control characters but tab and newlines. */
export const botFileContent = z.string().check(
  z.maxLength(GATEWAY_LIMITS.fileBytes),
  z.refine((text) => text.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(text)),
  z.refine((text) => new TextEncoder().encode(text).length <= GATEWAY_LIMITS.fileBytes),
);

/** POST /api/bot-files */
export const createBotFileInput = z.strictObject({
  botId: recordId,
  fileName: botFileName,
  content: z._default(botFileContent, ""),
  /** Makes it the file that is started, in the place of the one that was. */
  isMainFile: z._default(z.boolean(), false),
});
export type CreateBotFileInput = z.infer<typeof createBotFileInput>;

/** PATCH /api/bot-files/{id} */
export const updateBotFileInput = z.strictObject({
  content: z.optional(botFileContent),
  fileName: z.optional(botFileName),
  /** There is always exactly one main file: another one becomes it, none stops being it by itself. */
  isMainFile: z.optional(z.literal(true)),
  version,
});
export type UpdateBotFileInput = z.infer<typeof updateBotFileInput>;

/** POST /api/bot-files/{id}/revert */
export const revertBotFileInput = z.strictObject({ toVersion: recordId, version });
export type RevertBotFileInput = z.infer<typeof revertBotFileInput>;
