import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

const ofUser = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Passkeys (WebAuthn credentials), which prove a user's identity after the password. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: ofUser(),
    /** The browser's id, base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The count of signatures; 0 for a passkey without a counter. */
    counter: integer("counter").notNull(),
    transports: json<string[]>("transports").notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    uniqueIndex("passkeys_credential").on(table.credentialId),
    index("passkeys_of").on(table.userId),
  ],
);

/** Authenticator apps (TOTP, RFC 6238), one for each user. */
export const authenticators = sqliteTable("authenticators", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** `v1:key-id:iv:ciphertext`, bound to this table, row and column. */
  secret: text("secret").notNull(),
  /** Null until the first code proved that the app has the secret. */
  confirmedAt: instant("confirmed_at"),
  /** The time step of the last accepted code: each is valid once. */
  lastStep: integer("last_step").notNull().default(0),
  /** The `tokenHash` of the last waiting sign-in that a code finished: it accepts no other. */
  lastWaiting: text("last_waiting"),
  /** Unused: wrong codes are counted with other attempts (`auth/attempts.ts`). */
  triedCodes: integer("tried_codes").notNull().default(0),
  triedUntil: instant("tried_until"),
});

/**
 * Codes that each replace a lost second factor once, stored as `scrypt$N$r$p$salt$hash` with one salt for the codes of a user;
 * older ones as SHA-256, hexadecimal.
 */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  { userId: ofUser(), codeHash: text("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** WebAuthn challenges of sessions, and those of waiting sign-ins that were answered (see waiting.ts). */
export const challenges = sqliteTable("challenges", {
  /** SHA-256, hexadecimal, of a waiting sign-in's token, or of purpose and session (see `challengeOfSession`). */
  tokenHash: text("token_hash").primaryKey(),
  userId: ofUser(),
  purpose: text("purpose").$type<"sign_in" | "confirm" | "register">().notNull(),
  /** base64url. */
  challenge: text("challenge").notNull(),
  /** Wrong answers so far; after `TRIES` it accepts no more. */
  attempts: integer("attempts").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
});
