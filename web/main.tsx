import { StrictMode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { App } from "./app.tsx";
import { fetchFirstPage } from "./boot.ts";
import { ScriptGone } from "./lib/fetch-first.ts";
import { startLanguage } from "./lib/i18n/i18n.ts";
import { followOtherTabs } from "./lib/session.tsx";
import "./styles.css";

declare global {
  /** Defined by `first.js`: says that the page cannot start, because a script is gone or could not be fetched. */
  function showMissing(isGone: boolean): void;
}

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
        <App />
      </StrictMode>,
    ),
  );
}

followOtherTabs();
// It is gone where a script was missing already.
const root = document.getElementById("root");
if (root) void start(createRoot(root));
