import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { MOST_TOKENS } from "./tokens.schema.ts";

export const tokenAudit = defineAudit(
  {
    "token.made": readBy("private")("{actor} made the token {subject}", "{actor} lavede tokenet {subject}"),
    "token.revoked": readBy("private")(
      "{actor} revoked the token {subject}",
      "{actor} tilbagekaldte tokenet {subject}",
    ),
  },
  { fields: { permissions: { en: "Permissions", da: "Rettigheder" } } },
);

const opens = { page: "/account/programs" };

export const tokenNotices = defineNotices(YOUR_ACCOUNT, {
  "token.made": {
    title: { en: "A token is made", da: "Et token bliver lavet" },
    isSafety: true,
    opens,
    en: "The token {token} was made: a program can act for you until {day}. If that was not you, revoke it and change your password now.",
    da: "Tokenet {token} blev lavet: et program kan handle for dig indtil {day}. Var det ikke dig, så tilbagekald det, og skift din adgangskode nu.",
  },
  "token.ends": {
    title: { en: "A token of yours ends soon", da: "Et af dine tokens udløber snart" },
    opens,
    en: "The token {token} ends on {day}. A program that still needs it takes a new one.",
    da: "Tokenet {token} udløber {day}. Et program, der stadig har brug for det, skal have et nyt.",
  },
});

export const tokenErrors = defineErrors({
  tokens_most: problem(409)(
    `You have ${MOST_TOKENS} tokens, the most there can be. Revoke one first.`,
    `Du har ${MOST_TOKENS} tokens, og flere kan der ikke være. Tilbagekald først et.`,
  ),
});

export const tokenSentences = {
  token_permission: {
    en: "A token can be given only permissions that you have",
    da: "Et token kan kun få rettigheder, som du selv har",
  },
} satisfies Sentences;
