import { backedUpBelow, COUNTER, isOfUser, SECRET, type Tables, WITH_USER } from "../../lib/table-rules.ts";

const backup = backedUpBelow("users", "user_id", "users");

export const factorTables: Tables = {
  passkeys: {
    backup,
    personal: {
      isOf: isOfUser,
      columns: ["id", "name", "transports", "counter", "created_at", "last_used_at"],
      json: { transports: "How the user's own passkey is reached." },
      without: { user_id: WITH_USER, credential_id: SECRET, public_key: SECRET },
    },
  },
  authenticators: {
    backup,
    personal: {
      isOf: isOfUser,
      columns: ["confirmed_at"],
      without: {
        user_id: WITH_USER,
        secret: SECRET,
        last_step: COUNTER,
        tried_codes: COUNTER,
        tried_until: COUNTER,
      },
    },
  },
  recovery_codes: { backup, personal: { leftOut: "Secrets that only recognize you." } },
  challenges: {
    backup: { leftOut: "Challenges to sign in or to prove who one is live for minutes." },
    personal: { leftOut: "A challenge to sign in or to prove who you are, for minutes." },
  },
};
