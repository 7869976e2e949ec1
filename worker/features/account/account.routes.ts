import { ownsOr, signedIn } from "../../lib/http/access.ts";
import { get, patch } from "../../lib/http/route.ts";
import { account, currentUser, languageInput, userRole } from "./account.schema.ts";
import { getAccount } from "./account.ts";
import { changeLanguage, getCurrentUser, getUserRole } from "./profile.ts";

export const getUserRoute = get("/user", {
  access: signedIn(),
  answers: currentUser,
  summary: "Read the caller",
  run: getCurrentUser,
});

const getAccountRoute = get("/user/account", {
  access: signedIn("contracts.read"),
  answers: account,
  summary: "Read what the caller's account page shows",
  run: getAccount,
});

export const accountRoutes = [
  getUserRoute,
  getAccountRoute,
  patch("/user/language", {
    access: signedIn(),
    body: languageInput,
    answers: languageInput,
    summary: "Change the caller's language",
    run: changeLanguage,
  }),
  get("/users/:id/role", {
    access: ownsOr("admin.users"),
    answers: userRole,
    summary: "Read the role of the caller, or of another user",
    run: getUserRole,
  }),
];
