import { StrictMode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { SWRConfig } from "swr";
import { App } from "./app.tsx";
import { fetchFirstPage } from "./boot.ts";
import { request } from "./lib/api.ts";
import { ScriptGone } from "./lib/fetch-first.ts";
import { startLanguage } from "./lib/i18n/i18n.ts";
import { followOtherTabs } from "./lib/session.tsx";
import "./styles.css";

declare global {
  /** Defined by `first.js`: says that the page cannot start, because a script is gone or could not be fetched. */
  function showMissing(isGone: boolean): void;
}

const NO_REVALIDATION = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false };

async function start(page: Root): Promise<void> {
  const firstPage = fetchFirstPage(location.pathname).catch(() => undefined);
  try {
    await startLanguage();
  } catch (error) {
    return showMissing(error instanceof ScriptGone);
  }
  await firstPage;
  // As a transition, drawing does not keep the browser from what the user does meanwhile.
  startTransition(() =>
    page.render(
      <StrictMode>
        <SWRConfig value={{ fetcher: request, shouldRetryOnError: false, ...NO_REVALIDATION }}>
          <App />
        </SWRConfig>
      </StrictMode>,
    ),
  );
}

followOtherTabs();
void start(createRoot(document.getElementById("root") as HTMLElement));
