import { LucideProvider } from "lucide-react";
import { Suspense } from "react";
import type { CurrentUser } from "../worker/features/account/account.schema.ts";
import { signIn } from "./features/auth/sign-in-part.ts";
import { translate } from "./lib/i18n/i18n.ts";
import { part } from "./lib/part.ts";
import { useUser } from "./lib/session.tsx";
import { showsSignIn } from "./paths.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { ErrorState, PageSpinner } from "./ui/states.tsx";
import { Toaster } from "./ui/toaster.tsx";

const router = part(async () => {
  const { Router } = await import("./router.tsx");
  return { default: Router };
});

/**
 * Starts fetching what the first page needs before it is known who is looking.
 * @param user whoever is probably signed in; null when nobody is
 */
export function preloadFor(pathname: string, user: Promise<CurrentUser | null> | null): void {
  if (!user && showsSignIn(pathname)) {
    void signIn.preload();
    return;
  }
  void router.preload();
  if (user) {
    void import("./router.tsx").then(({ preloadPage }) => preloadPage(pathname, user)).catch(() => undefined);
  }
}

function WhoIsLooking() {
  const { user, error, reload } = useUser();
  if (error) {
    return (
      <main>
        <h1 className="sr-only">{translate("app.name")}</h1>
        <ErrorState
          error={error}
          onRetry={() => void reload()}
          className="grid min-h-dvh place-items-center"
        />
      </main>
    );
  }
  if (user === undefined) return <PageSpinner />;
  return user === null && showsSignIn(location.pathname) ? <signIn.View /> : <router.View user={user} />;
}

/** Everything. The sign-in page comes before the router, which only those who are signed in need. */
export function App() {
  return (
    <LucideProvider size={16} strokeWidth={1.8}>
      <ErrorBoundary>
        <Suspense fallback={<PageSpinner />}>
          <WhoIsLooking />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </LucideProvider>
  );
}
