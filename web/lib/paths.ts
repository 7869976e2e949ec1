export const SIGN_IN_PATH = "/auth";

/** The page that every signed-in user may open. */
export const ACCOUNT_PATH = "/account";

/** Where pages are. What is there stands in `web/features.ts`, which the sign-in page does without. */
export const PAGE_PATHS = [
  "/dashboard",
  "/organization",
  "/tools",
  "/tools/cargo",
  "/tools/contracts",
  "/tools/split",
  "/crm",
  "/members",
  "/discord-bots",
  "/admin",
  "/audit",
  "/my-hangar",
  "/my-hangar/import",
  ACCOUNT_PATH,
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

const normalized = (pathname: string) => pathname.toLowerCase().replace(/(.)\/+$/, "$1");

/** The path of the page that an address shows: paths match in any case and with a trailing slash. */
export function pagePath(pathname: string): PagePath | undefined {
  return PAGE_PATHS.find((path) => path === normalized(pathname));
}

/** Whether a user who is signed out sees the sign-in page at this path. */
export function showsSignIn(pathname: string): boolean {
  const path = pagePath(pathname);
  return path ? path !== ACCOUNT_PATH : ["/", SIGN_IN_PATH].includes(normalized(pathname));
}
