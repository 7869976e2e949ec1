import { type ComponentType, type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../worker/features/users/users.schema.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { NotFoundPage } from "./components/not-found-page.tsx";
import { PageSpinner } from "./components/ui/states.tsx";
import { signIn } from "./features/auth/sign-in-part.ts";
import { setUnauthorizedHandler } from "./lib/api.ts";
import { can } from "./lib/can.ts";
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

const shell = part(() => import("./components/shell.tsx"));
const account = part(() => import("./features/users/account-page.tsx"), "users");
const signInAgain = part(() => import("./features/auth/sign-in-again-dialog.tsx"));

/** The page of each area. */
const PAGES = {
  "/dashboard": part(() => import("./features/dashboard/dashboard-page.tsx"), "dashboard"),
  "/crm": part(() => import("./features/prospects/prospects-page.tsx"), "prospects"),
  "/discord-bots": part(() => import("./features/bots/bots-page.tsx"), "bots"),
} as const satisfies Record<AreaPath, { View: ComponentType<object>; preload: () => void }>;

/** Starts fetching the page at a path and the frame around it. */
export function preloadPage(pathname: string): void {
  shell.preload();
  const area = AREAS.find((each) => pathname.toLowerCase().startsWith(each.path));
  if (area) PAGES[area.path].preload();
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
                      <View />
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
