import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preload, SWRConfig } from "swr";
import { App } from "./app.tsx";
import { fetchFirstPage } from "./boot.ts";
import { request } from "./lib/api.ts";
import { startLanguage } from "./lib/i18n/i18n.ts";
import { fetchUser, followOtherTabs } from "./lib/session.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

const user = preload("/api/user", fetchUser);
const language = startLanguage();
void fetchFirstPage(location.pathname, user).catch(() => undefined);
followOtherTabs();

void language.finally(() => {
  createRoot(root).render(
    <StrictMode>
      <SWRConfig
        value={{
          fetcher: (path: string) => request(path),
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
