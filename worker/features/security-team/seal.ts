import { Buffer } from "node:buffer";
import type { Context } from "../../lib/context.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import { REVIEW_LENGTH, type Verdict } from "./security-team.schema.ts";

type Words = { verdict: Verdict; text: string; sentAt: string };

/** A stored review with its author. */
export type ReviewRow = {
  id: number;
  applicationId: number;
  userId: number | null;
  sealed: string | null;
  verdict: Verdict | null;
  text: string | null;
  sentAt: string | null;
  name: string | null;
  discordId: string | null;
  avatar: string | null;
};

/** Bytes of every sealed review: a character of its text has three at most. */
const SEALED_BYTES = 3 * REVIEW_LENGTH + 200;

// At most one review of an application is sealed.
const placeOf = (applicationId: number) => ({
  table: "security_reviews",
  row: applicationId,
  column: "sealed",
});

/** Encrypts a review as a text of a fixed length, so that nothing can be learned from it. */
export function sealReview(
  { env }: Pick<Context, "env">,
  applicationId: number,
  words: Words,
): Promise<string> {
  const plain = JSON.stringify(words);
  const padded = plain + " ".repeat(SEALED_BYTES - Buffer.byteLength(plain));
  return encryptSecret(env.SECRETS_KEYS, padded, placeOf(applicationId));
}

/** A review with the text of a sealed one decrypted; without it where the key is lost. */
export async function openReview({ env }: Pick<Context, "env">, row: ReviewRow): Promise<ReviewRow> {
  if (row.sealed === null) return row;
  const plain = await decryptSecret(env.SECRETS_KEYS, row.sealed, placeOf(row.applicationId));
  return plain === null ? row : { ...row, ...(JSON.parse(plain) as Words), sealed: null };
}
