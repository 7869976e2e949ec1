import { defineConfig } from "@playwright/test";
import { browserArguments, browserPath } from "./lib/browser.ts";

const executablePath = browserPath();

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./lib/global-setup.ts",
  // The journeys of a run share one product; `npm test` makes three runs of them at a time.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env["CI"] === "true",
  // Generous: four parts of the tests share the processor, and how long something takes decides nothing.
  timeout: 180_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  use: {
    // The set-up passes the product's address to the workers, which read this file again.
    ...(process.env["E2E_ADDRESS"] ? { baseURL: process.env["E2E_ADDRESS"] } : {}),
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    colorScheme: "dark",
    // Requests of a service worker pass by the routes of a journey.
    serviceWorkers: "block",
    // Animations take time and prove nothing; the main journey runs with them.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace costs a fifth of the time; `npx playwright test -c e2e --trace retain-on-failure` keeps one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArguments(),
    },
  },
});
