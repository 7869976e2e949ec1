import { type ReactNode, Suspense, useEffect } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import type { CurrentUser } from "../worker/features/account/account.schema.ts";
import { readLinkToken, signIn, signInAgain } from "./features/auth/index.ts";
import { proof } from "./features/second-factor/index.ts";
import { ACCOUNT, landingArea, landingPath, PLACES, type Place } from "./features.ts";
import { setProofHandler, setUnauthorizedHandler } from "./lib/api.ts";
import { can } from "./lib/can.ts";
import { LandingArea } from "./lib/landing.ts";
import { startLive } from "./lib/live.ts";
import { SIGN_IN_PATH, showsSignIn } from "./lib/paths.ts";
import { answerProof, askForProof, proofStore } from "./lib/proof.ts";
import { checkSession } from "./lib/session.tsx";
import { answerSignInAgain, askToSignInAgain, signInAgainStore } from "./lib/sign-in-again.ts";
import { useStore } from "./lib/store.ts";
import { takeWanted } from "./lib/wanted.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { part } from "./ui/part.tsx";
import { PageSpinner } from "./ui/states.tsx";

const PAGES = new Map(PLACES.map((place) => [place, part(place.page, place.catalogues).View]));

/** The page at the address, behind its own boundary, so that an error in it leaves the frame. */
function PageOf({ place }: { place: Place }) {
  const View = PAGES.get(place) ?? NotFoundPage;
  return (
    <Boundary>
      <View />
    </Boundary>
  );
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

function Guarded({ place, user }: { place: Place; user: CurrentUser }) {
  if (can(user.permissions, place.need)) return <PageOf place={place} />;
  return (
    <>
      <PageSpinner />
      <Navigate to={landingPath(user.permissions)} replace />
    </>
  );
}

/** What a user who is signed out sees, where the router is loaded already. */
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
      <Routes>
        <Route path={ACCOUNT.path} element={<PageOf place={ACCOUNT} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </main>
  );
}

/** A password link opens for signed-in and signed-out users alike. */
function SignInOrHome() {
  return readLinkToken() ? (
    <Boundary>
      <signIn.View />
    </Boundary>
  ) : (
    <Navigate to="/" replace />
  );
}

function SignedIn({ user }: { user: CurrentUser }) {
  const asking = useStore(signInAgainStore) !== null;
  const isProofAsked = useStore(proofStore) !== null;
  useEffect(() => {
    setUnauthorizedHandler(askToSignInAgain);
    setProofHandler(askForProof);
    return () => {
      setUnauthorizedHandler(null);
      setProofHandler(null);
    };
  }, []);
  useEffect(() => (asking ? undefined : startLive(user.id, checkSession)), [asking, user.id]);
  return (
    <LandingArea value={landingArea(user.permissions)}>
      <Routes>
        <Route path={SIGN_IN_PATH} element={<SignInOrHome />} />
        <Route element={<Shell user={user} />}>
          <Route path="/" element={<Landing user={user} />} />
          {PLACES.map((place) => (
            <Route key={place.path} path={place.path} element={<Guarded place={place} user={user} />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
      {asking ? (
        <Suspense>
          <signInAgain.View user={user} onClose={() => answerSignInAgain(false)} />
        </Suspense>
      ) : null}
      {isProofAsked ? (
        <Suspense>
          <proof.View user={user} onClose={() => answerProof(false)} />
        </Suspense>
      ) : null}
    </LandingArea>
  );
}

/** The page at the address for this user, null for a user who is signed out. Paths match in any case. */
export default function Router({ user }: { user: CurrentUser | null }) {
  return <BrowserRouter>{user ? <SignedIn user={user} /> : <SignedOut />}</BrowserRouter>;
}
