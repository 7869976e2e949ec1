import { buildGateway, buildWeb, buildWorker } from "./lib/builds.ts";
import { writeCatalogues } from "./lib/catalogues.ts";
import { runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { prepareOrganization } from "./lib/organization.ts";
import { printReady } from "./lib/ready.ts";
import { runWorker } from "./lib/run-worker.ts";

endOnSignals();
await runCommand(async () => {
  try {
    const organization = await prepareOrganization("npm start");
    writeCatalogues();
    // The worker's bundler reads the files of the web app.
    await Promise.all([buildWeb().then(buildWorker), buildGateway()]);
    const { isolation } = await runWorker(organization, organization.port);
    printReady(organization, isolation);
    await new Promise(() => {});
  } finally {
    await endAll();
  }
  return 0;
});
