import { StrictMode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { SWRConfig } from "swr";
import { App } from "./app.tsx";
import { fetcher, fetchFirstPage } from "./boot.ts";
import { startLanguage } from "./lib/i18n/i18n.ts";
import { followOtherTabs } from "./lib/session.tsx";
import { PageSpinner } from "./ui/states.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

async function start(page: Root): Promise<void> {
  const firstPage = fetchFirstPage(location.pathname).catch(() => undefined);
  await startLanguage().catch(() => undefined);
  page.render(<PageSpinner />);
  await firstPage;
  // As a transition, drawing does not keep the browser from what the user does meanwhile.
  startTransition(() =>
    page.render(
      <StrictMode>
        <SWRConfig
          value={{
            fetcher,
            shouldRetryOnError: false,
            revalidateOnFocus: false,
            revalidateOnReconnect: false,
            revalidateIfStale: false,
          }}
        >
          <App />
        </SWRConfig>
      </StrictMode>,
    ),
  );
}

followOtherTabs();
void start(createRoot(root));
