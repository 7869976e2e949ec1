import type { Message } from "../../../worker/features/joining/joining.schema.ts";
import type { Written } from "../../../worker/lib/written.schema.ts";

const NEVER = { update: false, delete: false, remove: false };

/** A message as threads show it. @param userId of its writer, 0 where nobody has to know */
export const writtenOf = ({ isTheirs: _, author, ...message }: Message, userId: number): Written => ({
  ...message,
  author: author && { displayName: author.name, avatarUrl: author.avatarUrl, userId },
  editedAt: null,
  removed: null,
  version: 1,
  can: NEVER,
});

/** Nobody changes what was written here. */
export const never = () => Promise.resolve();
