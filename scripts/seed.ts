import { runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { prepareOrganization } from "./lib/organization.ts";

// Seeds the demo into its local database without starting the worker; `npm start` does the same.
endOnSignals();
await runCommand(async () => {
  try {
    await prepareOrganization("npm run seed");
    console.log("The demo is in its database.");
    return 0;
  } finally {
    await endAll();
  }
});
