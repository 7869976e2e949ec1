import { once } from "node:events";
import { watch } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { buildGateway, buildWorker } from "./lib/builds.ts";
import { writeCatalogues } from "./lib/catalogues.ts";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals, onEnd } from "./lib/lifetime.ts";
import { prepareOrganization } from "./lib/organization.ts";
import { inRoot } from "./lib/paths.ts";
import { freePort } from "./lib/ports.ts";
import { printReady } from "./lib/ready.ts";
import { runWorker } from "./lib/run-worker.ts";

/** Editors save a file in several steps; after this time without a change it counts as complete. */
const SETTLE_MS = 100;

/** Calls `changed` after each burst of changes to the worker, never in parallel. */
function watchWorker(changed: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed);
    }, SETTLE_MS);
  };
  for (const path of ["worker", "wrangler.toml"]) {
    const watcher = watch(inRoot(path), { recursive: path === "worker" }, (_, file) => {
      if (!file?.endsWith(".test.ts")) soon();
    });
    onEnd(() => watcher.close());
  }
}

endOnSignals();
await runCommand(async () => {
  try {
    const organization = await prepareOrganization("npm run dev");
    const apiPort = await freePort();
    process.env["API_PORT"] = String(apiPort);
    const [{ createServer }] = await Promise.all([import("vite"), buildWorker(), buildGateway()]);
    const worker = await runWorker(organization, apiPort);
    const server = createHttpServer();
    // As middleware, Vite leaves signals and standard input to us.
    const web = await createServer({
      configFile: inRoot("vite.config.ts"),
      logLevel: "warn",
      clearScreen: false,
      server: { middlewareMode: { server }, ws: { server } },
    });
    onEnd(async () => {
      server.closeAllConnections();
      server.close();
      await web.close();
    });
    writeCatalogues();
    for (const event of ["add", "unlink"] as const) web.watcher.on(event, () => writeCatalogues());
    server.on("request", web.middlewares);
    await once(server.listen(organization.port, "127.0.0.1"), "listening");
    watchWorker(async () => {
      try {
        if (!(await buildWorker())) return;
        await worker.reload();
        web.ws.send({ type: "full-reload" });
        console.error("The worker was reloaded.");
      } catch (error) {
        console.error(error instanceof Failure ? error.message : error);
      }
    });
    printReady(organization, worker.isolation);
    await new Promise(() => {});
  } finally {
    await endAll();
  }
  return 0;
});
