import { mkdirSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "./lib/browser.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals, onEnd } from "./lib/lifetime.ts";
import { inRoot, shown } from "./lib/paths.ts";
import { Running, temporaryData } from "./lib/running.ts";
import { DEMO_PASSWORD } from "./seed/people.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The pictures in docs/: user, page and screen size; null is a visitor. */
const PICTURES = [
  { file: "sign-in.png", path: "/auth", as: null, viewport: WIDE },
  { file: "dashboard.png", path: "/dashboard", as: "officer", viewport: WIDE },
  { file: "pipeline.png", path: "/crm?tab=team&view=board", as: "officer", viewport: WIDE },
  { file: "bots.png", path: "/discord-bots?bot=1&tab=files", as: "admin", viewport: WIDE },
  { file: "roles.png", path: "/admin?tab=roles&role=4", as: "admin", viewport: WIDE },
  { file: "contract.png", path: "/tools/contracts?contract=5", as: "officer", viewport: WIDE },
  { file: "events.png", path: "/organization?tab=events", as: "officer", viewport: WIDE },
  { file: "hangar.png", path: "/my-hangar", as: "officer", viewport: WIDE },
  { file: "phone.png", path: "/dashboard", as: "recruiter", viewport: PHONE },
] as const;

async function take(browser: Browser, address: string, picture: (typeof PICTURES)[number]): Promise<void> {
  const context = await browser.newContext({
    viewport: picture.viewport,
    colorScheme: "dark",
    locale: "en-GB",
    timezoneId: "Europe/Copenhagen",
    reducedMotion: "reduce",
  });
  if (picture.as) {
    const answer = await context.request.post(`${address}/api/login`, {
      headers: { Origin: address },
      data: { username: picture.as, password: DEMO_PASSWORD },
    });
    if (!answer.ok()) throw new Error(`signing in as ${picture.as}: ${answer.status()}`);
  }
  const page = await context.newPage();
  await page.goto(`${address}${picture.path}`);
  // An open dialog hides the page's heading from assistive technology.
  await page.getByRole("heading", { level: 1, includeHidden: true }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const path = inRoot("docs", picture.file);
  await page.screenshot({ path });
  console.log(shown(path));
  await context.close();
}

endOnSignals(130);
await runCommand(async () => {
  using data = temporaryData();
  const found = await findBrowser();
  if (!found) throw new Failure("No Chromium was found or could be installed; CHROME_PATH can name one.");
  mkdirSync(inRoot("docs"), { recursive: true });
  const running = await Running.start("start", { data: data.folder, settings: { AUTO_START_DELAY_MS: "0" } });
  onEnd(() => running.ended("SIGTERM"));
  try {
    await running.waitFor("Ctrl-C");
    const browser = await chromium.launch({
      executablePath: found["CHROME_PATH"] ?? chromium.executablePath(),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    onEnd(() => browser.close());
    for (const picture of PICTURES) await take(browser, running.address, picture);
    return 0;
  } finally {
    await endAll();
  }
});
