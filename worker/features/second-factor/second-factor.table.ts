import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

const ofUser = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Passkeys (WebAuthn credentials) that users prove themselves with after their password. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: ofUser(),
    /** base64url, as the browser names it. */
    credentialId: text("credential_id").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's count of signatures; 0 for one that does not count. */
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
  /** The time step of the last code that was taken: none is taken twice. */
  lastStep: integer("last_step").notNull().default(0),
  /** Codes tried since the last right one, until when they count. */
  triedCodes: integer("tried_codes").notNull().default(0),
  triedUntil: instant("tried_until"),
});

/** Codes that each work once in the place of a lost second factor, stored as SHA-256, hexadecimal. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  { userId: ofUser(), codeHash: text("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/**
 * What was handed to a browser to be answered once: WebAuthn challenges of sessions, and of the sign-ins that wait for
 * their second step those that were answered (see waiting.ts).
 */
export const challenges = sqliteTable("challenges", {
  /** SHA-256 of the token in the browser's cookie or of what names the session (see `challengeOfSession`), hexadecimal. */
  tokenHash: text("token_hash").primaryKey(),
  userId: ofUser(),
  purpose: text("purpose").$type<"sign_in" | "confirm" | "register">().notNull(),
  /** The WebAuthn challenge, base64url. */
  challenge: text("challenge").notNull(),
  /** Wrong answers so far; with `TRIES` it takes none any more. */
  attempts: integer("attempts").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
});
