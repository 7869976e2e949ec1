import { type ComponentType, type ReactNode, Suspense, use, useEffect, useSyncExternalStore } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../worker/features/account/account.schema.ts";
import { signIn } from "./features/auth/sign-in-part.ts";
import { setUnauthorizedHandler } from "./lib/api.ts";
import { can } from "./lib/can.ts";
import { languageShown } from "./lib/i18n/i18n.ts";
import { startLive } from "./lib/live.ts";
import { part } from "./lib/part.ts";
import { checkSession } from "./lib/session.tsx";
import { askToSignInAgain, signInAgainStore } from "./lib/sign-in-again.ts";
import { takeWanted } from "./lib/wanted.ts";
import {
  ACCOUNT_PATH,
  AREAS,
  type Area,
  type AreaPath,
  landingPath,
  SIGN_IN_PATH,
  showsSignIn,
} from "./paths.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { PageSpinner } from "./ui/states.tsx";

const shell = part(() => import("./shell/shell.tsx"));
const account = part(() => import("./features/account/account-page.tsx"), "account");
const signInAgain = part(() => import("./features/auth/sign-in-again-dialog.tsx"));

/** The page of each area. */
const PAGES = {
  "/dashboard": part(() => import("./features/dashboard/dashboard-page.tsx"), "dashboard"),
  "/crm": part(() => import("./features/prospects/prospects-page.tsx"), "prospects"),
  "/discord-bots": part(() => import("./features/bots/bots-page.tsx"), "bots"),
} as const satisfies Record<AreaPath, { View: ComponentType<object>; preload: () => void }>;

/** What a page is going to ask for, asked as soon as it is known who is looking. */
type PageModule = { default: ComponentType<object>; preloadData?: (user: CurrentUser) => Promise<unknown> };

/** How long the first page waits for its data rather than be drawn twice, in milliseconds. */
const FIRST_DATA_MS = 400;
let firstData: Promise<unknown> | null = null;

const areaAt = (pathname: string) => AREAS.find((each) => pathname.toLowerCase().startsWith(each.path));

/** Starts fetching the page at a path, the frame around it, and what it shows to `user`. */
export function preloadPage(pathname: string, user: Promise<CurrentUser | null>): void {
  void shell.preload();
  const known = areaAt(pathname);
  if (known) void PAGES[known.path].preload();
  // What the server words is asked for in the language on screen.
  firstData = Promise.all([user, languageShown()])
    .then(async ([reader]) => {
      const area = known ?? (reader && pathname === "/" ? areaAt(landingPath(reader.permissions)) : null);
      if (!reader || !area || !can(reader.permissions, area.need)) return;
      const page: PageModule | null = await PAGES[area.path].preload();
      const tooLong = new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MS));
      await Promise.race([page?.preloadData?.(reader), tooLong]);
    })
    .catch(() => undefined)
    .finally(() => {
      firstData = null;
    });
}

function WithData({ children }: { children: ReactNode }) {
  if (firstData) use(firstData);
  return children;
}

function Boundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Landing({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const path = landingPath(user.permissions);
  useEffect(() => {
    navigate(takeWanted() ?? path, { replace: true });
  }, [navigate, path]);
  return <PageSpinner />;
}

function Guarded({ area, user, children }: { area: Area; user: CurrentUser; children: ReactNode }) {
  if (can(user.permissions, area.need)) return children;
  return (
    <>
      <PageSpinner />
      <Navigate to={landingPath(user.permissions)} replace />
    </>
  );
}

/** What somebody who is not signed in sees, where the router is there already. */
function SignedOut() {
  const { pathname } = useLocation();
  if (showsSignIn(pathname)) {
    return (
      <Boundary>
        <signIn.View />
      </Boundary>
    );
  }
  return (
    <main>
      <Boundary>
        <Routes>
          <Route path={ACCOUNT_PATH} element={<account.View />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Boundary>
    </main>
  );
}

function SignedIn({ user }: { user: CurrentUser }) {
  const asking = useSyncExternalStore(signInAgainStore.subscribe, signInAgainStore.isOpen);
  useEffect(() => {
    setUnauthorizedHandler(askToSignInAgain);
    return () => setUnauthorizedHandler(null);
  }, []);
  useEffect(() => (asking ? undefined : startLive(user.id, checkSession)), [asking, user.id]);
  return (
    <>
      <Routes>
        <Route
          element={
            <Suspense fallback={<PageSpinner />}>
              <shell.View user={user} />
            </Suspense>
          }
        >
          <Route path="/" element={<Landing user={user} />} />
          <Route path={SIGN_IN_PATH} element={<Navigate to="/" replace />} />
          {AREAS.map((area) => {
            const { View } = PAGES[area.path];
            return (
              <Route
                key={area.path}
                path={area.path}
                element={
                  <Guarded area={area} user={user}>
                    <Boundary>
                      <WithData>
                        <View />
                      </WithData>
                    </Boundary>
                  </Guarded>
                }
              />
            );
          })}
          <Route
            path={ACCOUNT_PATH}
            element={
              <Boundary>
                <account.View />
              </Boundary>
            }
          />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
      {asking ? (
        <Suspense>
          <signInAgain.View user={user} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The page at the address, for whoever is looking. Paths match in any case, with or without a trailing slash. */
export function Router({ user }: { user: CurrentUser | null }) {
  return <BrowserRouter>{user ? <SignedIn user={user} /> : <SignedOut />}</BrowserRouter>;
}
