export const SIGN_IN_PATH = "/auth";

/** The page that every signed-in user may open. */
export const ACCOUNT_PATH = "/account";

/** The page of a user who applies, or may. */
export const APPLICATION_PATH = "/application";

/** The page that describes the API. */
export const DEVELOPERS_PATH = "/developers";

/** An address in lower case and without a trailing slash, as paths of pages are written. */
export const normalized = (pathname: string): string => pathname.toLowerCase().replace(/(.)\/+$/, "$1");

/** Whether this is the root or the sign-in page, where a user who is signed out signs in. */
export const isStart = (pathname: string): boolean => ["/", SIGN_IN_PATH].includes(normalized(pathname));
