import { findBrowser } from "./lib/browser.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { inRoot } from "./lib/paths.ts";
import { binOf, showNode } from "./lib/processes.ts";

// The main journeys in Chromium, Firefox and WebKit; `npm run browsers -- --project=webkit` takes one of them.
await runCommand(async () => {
  const chromium = await findBrowser();
  if (!chromium) throw new Failure("No Chromium was found or could be installed; CHROME_PATH can name one.");
  const config = ["test", "-c", inRoot("e2e/browsers.config.ts")];
  return showNode(binOf("@playwright/test", "playwright"), [...config, ...process.argv.slice(2)], chromium);
});
