import { type Browser, chromium, type Page } from "@playwright/test";
import { gzipSize } from "../lib/first-scripts.ts";
import { Running, temporaryData } from "../lib/running.ts";
import { below, type Measured } from "./report.ts";

/** Most JavaScript that the browser loads, in kB gzip, and most files of it for the first page. */
const BUDGETS = { signIn: 90, shell: 140, route: 50, files: 10 };

const PASSWORD = "command-centre";

/** Adds up what a page loads from here on, each script once, and counts how often it asks for one. */
function watchScripts(page: Page) {
  const sizes = new Map<string, Promise<number>>();
  let requests = 0;
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    requests += 1;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSize(body) / 1000),
    );
  });
  return {
    /** The sum once no script has arrived for a second. */
    total: async () => {
      for (let known = -1; known < sizes.size; await page.waitForTimeout(1_000)) known = sizes.size;
      return (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    },
    counts: () => ({ files: sizes.size, requests }),
  };
}

async function signedIn(browser: Browser, address: string) {
  const context = await browser.newContext();
  const answer = await context.request.post(`${address}/api/login`, {
    headers: { Origin: address },
    data: { username: "admin", password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()}`);
  return context;
}

/** Measures in a real browser what each page loads of JavaScript. */
export async function measureSizes(executablePath: string, address: string): Promise<Measured[]> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const visitor = await browser.newPage();
    const signIn = watchScripts(visitor);
    await visitor.goto(`${address}/auth`);
    await visitor.getByRole("heading", { level: 1 }).first().waitFor();
    const measured: Measured[] = [
      {
        what: "JavaScript of the sign-in page, gzip",
        ...below({ most: BUDGETS.signIn, is: await signIn.total(), unit: "kB", digits: 1 }),
      },
    ];
    const page = await (await signedIn(browser, address)).newPage();
    const scripts = watchScripts(page);
    await page.goto(`${address}/dashboard`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const shell = await scripts.total();
    const { files, requests } = scripts.counts();
    measured.push(
      {
        what: "JavaScript of the shell with the dashboard, gzip",
        ...below({ most: BUDGETS.shell, is: shell, unit: "kB", digits: 1 }),
      },
      {
        what: "script files of the dashboard's first visit",
        ...below({ most: BUDGETS.files, is: files, unit: "", digits: 0 }),
      },
      { what: "requests for them", ...below({ most: files, is: requests, unit: "", digits: 0 }) },
    );
    for (const path of [
      "/crm",
      "/discord-bots",
      "/account",
      "/my-hangar",
      "/my-hangar/import",
      "/organization",
      "/tools/contracts",
      "/tools/split",
    ]) {
      const fresh = await (await signedIn(browser, address)).newPage();
      const further = watchScripts(fresh);
      await fresh.goto(`${address}/dashboard`);
      const heading = fresh.getByRole("heading", { level: 1 });
      const first = (await heading.first().textContent()) ?? "";
      const before = await further.total();
      // Navigates within the page, so that loaded scripts are not loaded again.
      await fresh.evaluate(
        `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
      );
      await heading.filter({ hasNotText: first }).first().waitFor();
      measured.push({
        what: `JavaScript that ${path} adds, gzip`,
        ...below({ most: BUDGETS.route, is: (await further.total()) - before, unit: "kB", digits: 1 }),
      });
    }
    return measured;
  } finally {
    await browser.close();
  }
}

/** Starts the demo on data of its own and lets `work` use it. */
export async function withDemo<Result>(work: (address: string) => Promise<Result>): Promise<Result> {
  using data = temporaryData();
  await using running = await Running.start("start", { data: data.folder });
  await running.waitFor("Ctrl-C");
  return await work(running.address);
}
