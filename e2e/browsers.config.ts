import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** The main journeys, in every browser. */
export default defineConfig({
  ...journeys,
  projects: ["chromium", "firefox", "webkit"].map((name) => ({ name, testMatch: "browsers.spec.ts" })),
});
