import { defineConfig } from "@playwright/test";
import { ALONE } from "./lib/alone.ts";
import { launchOptions } from "./lib/browser.ts";

/** The journeys that every browser takes. */
const EVERYWHERE = "browsers.spec.ts";

// The set-up passes the products' addresses to the workers, which read this file again.
const shared = process.env["E2E_ADDRESS"];
const alone: Record<string, string> = JSON.parse(process.env["E2E_ALONE"] ?? "{}");

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./lib/global-setup.ts",
  // Journeys wait for about half of their time, so that three keep two cores busy.
  workers: 3,
  // What begins first is first: the longest queue, and the walk while few of the journeys' records are on its pages.
  projects: [
    {
      name: "alone",
      testMatch: Object.keys(ALONE),
      workers: 1,
      ...(alone["E2E_ADDRESS"] ? { use: { baseURL: alone["E2E_ADDRESS"] } } : {}),
    },
    { name: "walk", testMatch: "walk.spec.ts", fullyParallel: true },
    // One journey each; `npm run browsers` has the others.
    { name: "firefox", testMatch: EVERYWHERE, grep: /@first/ },
    { name: "webkit", testMatch: EVERYWHERE, grep: /@first/ },
    { name: "journeys", testIgnore: ["walk.spec.ts", EVERYWHERE, ...Object.keys(ALONE)] },
  ],
  forbidOnly: process.env["CI"] === "true",
  // No test fails because a machine is busy: these limits only end what would never end.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["line"]],
  use: {
    ...(shared ? { baseURL: shared } : {}),
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    colorScheme: "dark",
    // Requests of a service worker pass by the routes of a journey.
    serviceWorkers: "block",
    // Animations take time and prove nothing; the main journey runs with them.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // A trace costs a fifth of the time; `npx playwright test -c e2e --trace retain-on-failure` keeps one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
});
