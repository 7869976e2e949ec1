import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineAt } from "./engines.ts";
import { freePort } from "./product.ts";
import { PATIENCE, retry, send, WebKitPage } from "./webkit-page.ts";

type Cookie = {
  name: string;
  value: string;
  path: string;
  httpOnly: boolean;
  secure: boolean;
  sameSite: string;
};

/** The small browser that comes with the library; its folder has the name of the machine's kind. */
function browserAt(): string {
  const [found] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");
  if (!found)
    throw new Error("WebKit's MiniBrowser is not there: on Debian it comes with libwebkit2gtk-4.1-0");
  return found;
}

/** Ends a process, and resolves when it has ended. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** WebKit as GTK has it, driven by the WebDriver of the same package, on a screen of its own. */
export class WebKit {
  readonly #folder = mkdtempSync(join(tmpdir(), "webkit-"));
  readonly downloads = join(this.#folder, "downloads");
  readonly #children: ChildProcess[] = [];
  #address = "";

  static async start(): Promise<WebKit> {
    const webkit = new WebKit();
    try {
      await webkit.#begin();
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  #spawn(path: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(path, args, { stdio: ["ignore", "pipe", "ignore"], env });
    this.#children.push(child);
    return child;
  }

  async #begin(): Promise<void> {
    const { PATH } = process.env;
    const config = join(this.#folder, "config");
    for (const path of [this.downloads, join(config, "gtk-3.0")]) mkdirSync(path, { recursive: true });
    writeFileSync(join(config, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${this.downloads}"\n`);
    writeFileSync(join(config, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
    // Without this the window's bar is wider than a phone.
    const narrow = "button, entry, label, image { min-width: 0; margin: 0; padding: 0; font-size: 1px; }";
    writeFileSync(join(config, "gtk-3.0", "gtk.css"), `${narrow}\n`);
    const screen = this.#spawn(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", "1800x1200x24", "-nolisten", "tcp"],
      { PATH },
    );
    const display = await new Promise<string>((resolve, reject) => {
      screen.stdout?.once("data", (chunk) => resolve(String(chunk).trim()));
      screen.once("close", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    });
    const port = await freePort();
    this.#spawn(engineAt("webkit") ?? "WebKitWebDriver", [`--port=${port}`], {
      ...{ PATH, HOME: this.#folder, XDG_CONFIG_HOME: config, DISPLAY: `:${display}` },
      ...{ LANG: "C.UTF-8", TZ: "Europe/Copenhagen", NO_AT_BRIDGE: "1" },
      // Screenshots are black without.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    });
    this.#address = `http://127.0.0.1:${port}`;
    await retry(() => send(`${this.#address}/status`, "GET"), /fetch failed/);
  }

  /** Opens a window with storage of its own. The returned function closes it. */
  async open(base: string, cookies: readonly Cookie[]) {
    const options = { binary: browserAt(), args: ["--automation", "--dark-mode"] };
    const asked = {
      "webkitgtk:browserOptions": options,
      timeouts: { script: PATIENCE },
    };
    const capabilities = { alwaysMatch: asked };
    const path = `${this.#address}/session`;
    const { sessionId } = await send<{ sessionId: string }>(path, "POST", { capabilities });
    const session = `${path}/${sessionId}`;
    const page = new WebKitPage(
      (path, body, method = body ? "POST" : "GET") => send(`${session}/${path}`, method, body),
      base,
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/favicon.svg");
    for (const { name, value, path, httpOnly, secure, sameSite } of cookies)
      await page.send("cookie", { cookie: { name, value, path, httpOnly, secure, sameSite } });
    return { page, close: () => send(session, "DELETE") };
  }

  async close(): Promise<void> {
    for (const child of this.#children.toReversed()) await end(child);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
