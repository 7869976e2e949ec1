import type { Feature } from "../../lib/feature.ts";
import { byBearerToken } from "../../lib/http/ways-in.ts";
import { isOfUser, SECRET, WITH_USER } from "../../lib/table-rules.ts";
import { attachToMembers } from "../members/index.ts";
import { permissionTexts } from "../roles/index.ts";
import { noteUse, queryToken } from "./find.ts";
import { tokenRoutes } from "./tokens.routes.ts";
import { tokenAudit, tokenNotices, tokenSentences } from "./tokens.texts.ts";
import { endTokensOf, lookAfterTokens } from "./tokens.ts";

attachToMembers({ whenInactive: (context, userIds) => [endTokensOf(context, userIds)] });

export const tokensFeature = {
  routes: (features) => tokenRoutes(permissionTexts(features)),
  tables: {
    tokens: {
      guarded: {
        because: "access of a program",
        rows: "added",
        columns: ["token_hash", "permissions", "expires_at"],
      },
      backup: { leftOut: "Tokens let programs in; a backup brings no revoked one back." },
      personal: {
        isOf: isOfUser,
        columns: ["name", "permissions", "created_at", "expires_at", "last_used_at"],
        json: { permissions: "What the user's own token was given." },
        without: {
          id: "Numbers the tokens of everybody.",
          user_id: WITH_USER,
          token_hash: SECRET,
          ending: SECRET,
          is_told: "Says that you were told of its end.",
        },
      },
    },
  },
  waysIn: [byBearerToken({ query: queryToken, noteUse })],
  daily: lookAfterTokens,
  audit: tokenAudit,
  notices: tokenNotices,
  sentences: tokenSentences,
} satisfies Feature;
