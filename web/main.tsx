import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preload, SWRConfig } from "swr";
import { App, preloadFor } from "./app.tsx";
import { startLanguage } from "./lib/i18n/i18n.ts";
import { fetchOrJoin } from "./lib/prefetch.ts";
import { fetchUser, followOtherTabs, probablySignedIn } from "./lib/session.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

const user = preload("/api/user", fetchUser);
const language = startLanguage();
preloadFor(location.pathname, probablySignedIn() ? user : null);
followOtherTabs();

void language.finally(() => {
  createRoot(root).render(
    <StrictMode>
      <SWRConfig
        value={{
          fetcher: fetchOrJoin,
          shouldRetryOnError: false,
          revalidateOnFocus: false,
          revalidateOnReconnect: false,
          revalidateIfStale: false,
        }}
      >
        <App />
      </SWRConfig>
    </StrictMode>,
  );
});
