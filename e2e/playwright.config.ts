import { defineConfig } from "@playwright/test";
import { browserArguments, browserPath } from "./lib/browser.ts";

const executablePath = browserPath();

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./lib/global-setup.ts",
  // One product serves all of them, and two at a time would slow each other down on a small machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env["CI"] === "true",
  timeout: 90_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [["line"]],
  use: {
    // The set-up tells the workers, which read this file again, where the product is.
    ...(process.env["E2E_ADDRESS"] ? { baseURL: process.env["E2E_ADDRESS"] } : {}),
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    colorScheme: "dark",
    // Moving takes time and proves nothing; the main journey is taken with everything that moves.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace costs a fifth of the time; `npx playwright test -c e2e --trace retain-on-failure` keeps one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArguments(),
    },
  },
});
