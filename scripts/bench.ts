import { chromium } from "@playwright/test";
import { measureBeside } from "./bench/beside.ts";
import { measureBots } from "./bench/bots.ts";
import { measureCost } from "./bench/cost.ts";
import { measureDay } from "./bench/day.ts";
import { measureFar } from "./bench/far.ts";
import { measureFlood } from "./bench/flood.ts";
import { printGrowth } from "./bench/growth.ts";
import { measureInteractions } from "./bench/interactions.ts";
import { measureLighthouse } from "./bench/lighthouse.ts";
import { type Measured, report } from "./bench/report.ts";
import { measureRestore } from "./bench/restore.ts";
import { measureSignIns } from "./bench/sign-ins.ts";
import { measureSizes, withDemo } from "./bench/sizes.ts";
import { measureThroughput } from "./bench/throughput.ts";
import { findBrowser } from "./lib/browser.ts";
import { endAll } from "./lib/lifetime.ts";

// `npm run bench [cost|far|day|throughput|interactions|sign-ins|restore|bots|sizes|lighthouse|flood]` prints figures beside their budgets
// and fails when one is broken. Only when they are named it runs `beside`, which installs Strapi, and `growth`, without budgets.
const wanted = process.argv.slice(2);
const wants = (part: string) => wanted.length === 0 || wanted.includes(part);

const measured: Measured[] = [];
if (wants("cost") && !(await measureCost())) process.exitCode = 1;
if (wants("far")) measured.push(...(await measureFar()));
if (wants("day")) measured.push(...(await measureDay()));
if (wanted.includes("growth")) await printGrowth();
if (wanted.includes("beside")) measured.push(...(await measureBeside()));
if (wants("throughput")) measured.push(...(await measureThroughput()));
if (wants("interactions")) measured.push(...(await measureInteractions()));
if (wants("sign-ins")) measured.push(...(await measureSignIns()));
if (wants("restore")) measured.push(...(await measureRestore()));
if (wants("bots")) measured.push(...(await measureBots()));
if (wants("sizes") || wants("lighthouse")) {
  const found = await findBrowser();
  const browser = found && (found["CHROME_PATH"] ?? chromium.executablePath());
  if (!browser) {
    console.error(
      "No browser was found, so what pages load was not measured: install Chromium or set CHROME_PATH.",
    );
    process.exitCode = 1;
  } else {
    await withDemo(async (address) => {
      if (wants("sizes")) measured.push(...(await measureSizes(browser, address)));
      if (wants("lighthouse")) measured.push(...(await measureLighthouse(browser, address)));
    });
  }
}
// Last, since its gateway and bots end with this command.
if (wants("flood")) measured.push(...(await measureFlood()));
if (!report(measured)) process.exitCode = 1;
await endAll();
