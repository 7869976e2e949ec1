import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from "react-router";
import { mutate, SWRConfig } from "swr";
import type { CurrentUser } from "../worker/lib/current-user.schema.ts";
import { landingPath, PLACES, placeAt, showsSignIn, TABS, TOOLS } from "./areas.ts";
import { readLinkToken, signIn, signInAgain } from "./features/auth/index.ts";
import { proof } from "./features/second-factor/index.ts";
import { request } from "./lib/api.ts";
import type { Place } from "./lib/area.ts";
import { BackArea } from "./lib/back-area.ts";
import { can } from "./lib/can.ts";
import { type MessageKey, useT } from "./lib/i18n/i18n.ts";
import { startLive } from "./lib/live.ts";
import { ACCOUNT_PATH, APPLICATION_PATH, SIGN_IN_PATH } from "./lib/paths.ts";
import { Opens, type PageTab, Placed, type Tool } from "./lib/placed.ts";
import { answerProof, proofQuestion } from "./lib/proof.ts";
import { setAnswers, USER_KEY } from "./lib/session.tsx";
import { answerSignInAgain, signInQuestion } from "./lib/sign-in-again.ts";
import { useStore } from "./lib/store.ts";
import { takeWanted } from "./lib/wanted.ts";
import { iconAt } from "./nav-icons.ts";
import { backArea, opens } from "./reach.ts";
import { Shell } from "./shell/shell.tsx";
import { ButtonLink } from "./ui/button-link.tsx";
import { lazyIcon } from "./ui/lazy-icon.tsx";
import { Page, useDocumentTitle } from "./ui/page.tsx";
import { pagePart, part } from "./ui/part.tsx";
import { ErrorBoundary, NoAccess, PageSpinner } from "./ui/states.tsx";

/** Says that there is nothing at this address. */
function NotFoundPage() {
  const t = useT();
  return (
    <Page title={t("notfound.title")} documentTitle={t("notfound.title")} sub={t("notfound.text")}>
      <ButtonLink to="/" variant="primary">
        {t("notfound.action")}
      </ButtonLink>
    </Page>
  );
}

/** The sentences of pages that have their own; their texts are loaded, as they were open. */
const SENTENCES: Partial<Record<string, MessageKey>> = {
  "/crm": "prospects.no_access",
  "/discord-bots": "bots.no_access",
  "/tools/contracts": "contracts.no_access",
};

/** Takes the place of a page whose permission was lost while it was open. */
function DeniedPage({ path }: { path: string }) {
  const t = useT();
  const title = t("access.denied");
  useDocumentTitle(title);
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <h1 className="sr-only">{title}</h1>
      <NoAccess
        text={t(SENTENCES[path] ?? "access.lost")}
        action={
          <ButtonLink to="/" variant="primary">
            {t("notfound.action")}
          </ButtonLink>
        }
      />
    </div>
  );
}

/** The pages with a name for each. Places with the same page, such as its sections, keep it on screen between them. */
const PAGES = new Map(PLACES.map((place) => [place.page, { name: place.path, View: pagePart(place).View }]));

const PLACED = {
  tabs: TABS.map(
    ({ content, actions, texts, ...tab }): PageTab => ({
      ...tab,
      View: part(content, texts).View,
      Actions: actions && part(actions, texts).View,
    }),
  ),
  tools: TOOLS.map(({ icon, ...tool }): Tool => ({ ...tool, Icon: lazyIcon(icon) })),
  iconAt,
};

/** Keeps an error in a page away from the frame, until another page is shown. */
function Boundary({ name, children }: { name?: string | undefined; children: ReactNode }) {
  return (
    <ErrorBoundary key={name}>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PageOf({ place }: { place: Place | undefined }) {
  const page = place && PAGES.get(place.page);
  const View = page?.View ?? NotFoundPage;
  return (
    <Boundary name={page?.name}>
      <View />
    </Boundary>
  );
}

function Landing({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const path = landingPath(user.permissions, user.applies);
  useEffect(() => {
    navigate(takeWanted() ?? path, { replace: true });
  }, [navigate, path]);
  return <PageSpinner />;
}

/**
 * The page for users who may open it. It stays, as a refusal, when the permission is lost while it is open. Where another page
 * stands in for it, the state of that page's address is true.
 */
function Guarded({ place, user }: { place: Place; user: CurrentUser }) {
  const isAllowed = can(user.permissions, place.need);
  const [wasAllowed] = useState(isAllowed);
  if (isAllowed) return <PageOf place={place} />;
  // Permissions that are held back wait for a second step, for which the account page asks.
  if (wasAllowed && !user.isHeldBack) return <DeniedPage path={place.path} />;
  return (
    <>
      <PageSpinner />
      <Navigate to={landingPath(user.permissions, user.applies)} state replace />
    </>
  );
}

const SignIn = () => (
  <Boundary>
    <signIn.View />
  </Boundary>
);

/** A password link opens for signed-in and signed-out users alike. */
const SignInOrHome = () => (readLinkToken() ? <SignIn /> : <Navigate to="/" replace />);

/** The page of a user who is signed out, when the router is loaded already. */
function SignedOut() {
  const { pathname } = useLocation();
  if (showsSignIn(pathname)) return <SignIn />;
  return (
    <main>
      <Routes>
        <Route path={ACCOUNT_PATH} element={<PageOf place={placeAt(ACCOUNT_PATH)} />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </main>
  );
}

function SignedIn({ user }: { user: CurrentUser }) {
  const asking = useStore(signInQuestion) !== null;
  const isProofAsked = useStore(proofQuestion) !== null;
  const { permissions } = user;
  const mayOpen = useCallback((to: string) => opens(permissions, to), [permissions]);
  useEffect(() => (asking ? undefined : startLive(user.id)), [asking, user.id]);
  return (
    <BackArea value={backArea(permissions)}>
      <Opens value={mayOpen}>
        <Routes>
          <Route path={SIGN_IN_PATH} element={<SignInOrHome />} />
          {/* In a frame of its own: who applies may open nothing that the navigation offers. */}
          {user.member ? null : (
            <Route path={APPLICATION_PATH} element={<PageOf place={placeAt(APPLICATION_PATH)} />} />
          )}
          <Route
            element={
              <Placed value={PLACED}>
                <Shell user={user} />
              </Placed>
            }
          >
            <Route path="/" element={<Landing user={user} />} />
            {PLACES.map((place) => (
              <Route key={place.path} path={place.path} element={<Guarded place={place} user={user} />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
        <Suspense>
          {asking ? <signInAgain.View user={user} onClose={() => answerSignInAgain(false)} /> : null}
        </Suspense>
        <Suspense>
          {isProofAsked ? <proof.View user={user} onClose={() => answerProof(false)} /> : null}
        </Suspense>
      </Opens>
    </BackArea>
  );
}

const isOfUser = (key: unknown) => key !== USER_KEY;

setAnswers({
  keep: async (path, body) => void (await mutate(path, body, { revalidate: false })),
  forget: async () => void (await mutate(isOfUser, undefined, { revalidate: false })),
  refresh: async () => void (await mutate(isOfUser)),
});

const NO_REVALIDATION = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false };

/** The page at the address for this user, null for a user who is signed out. Paths match in any case. */
export default function Router({ user }: { user: CurrentUser | null }) {
  return (
    <SWRConfig value={{ fetcher: request, shouldRetryOnError: false, ...NO_REVALIDATION }}>
      <BrowserRouter>{user ? <SignedIn user={user} /> : <SignedOut />}</BrowserRouter>
    </SWRConfig>
  );
}
