import { Suspense } from "react";
import { router, showsSignIn } from "./boot.ts";
import { signIn } from "./features/auth/index.ts";
import { translate } from "./lib/i18n/i18n.ts";
import { useUser } from "./lib/session.tsx";
import { useStore } from "./lib/store.ts";
import { toastStore } from "./lib/toast.ts";
import { part } from "./ui/part.tsx";
import { ErrorBoundary, ErrorState, PageSpinner } from "./ui/states.tsx";

const toaster = part(() => import("./ui/toaster.tsx"));

function FirstPage() {
  const { user, error, reload } = useUser();
  if (error) {
    return (
      <main>
        <h1 className="sr-only">{translate("app.name")}</h1>
        <ErrorState error={error} onRetry={reload} className="grid min-h-dvh place-items-center" />
      </main>
    );
  }
  if (user === undefined) return <PageSpinner />;
  return user === null && showsSignIn(location.pathname) ? <signIn.View /> : <router.View user={user} />;
}

/**
 * For the sign-in page, which shows hardly any, toasts are loaded with the first one. Their place is a live region before they
 * are loaded: a dialog hides from screen readers all that is none when it opens, and an address can open one at once.
 */
function Toasts() {
  const { user } = useUser();
  const hasAny = useStore(toastStore).length > 0;
  return (
    <div aria-live="off">
      {user || hasAny ? (
        <Suspense>
          <toaster.View />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The whole application. A user who is signed out gets the sign-in page without the router. */
export function App() {
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<PageSpinner />}>
          <FirstPage />
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
