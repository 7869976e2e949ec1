export const SIGN_IN_PATH = "/auth";

/** The page that every signed-in user may open. */
export const ACCOUNT_PATH = "/account";
