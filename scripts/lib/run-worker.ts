import { setTimeout as delay } from "node:timers/promises";
import { CRONS } from "../../worker/lib/crons.ts";
import { startCron } from "./cron.ts";
import { Failure } from "./failure.ts";
import { runGateway } from "./gateway.ts";
import type { Isolation } from "./gateway-output.ts";
import { onEnd } from "./lifetime.ts";
import { type LocalWorker, startWorker } from "./local-worker.ts";
import type { Organization } from "./organization.ts";

/** The longest wait for the worker's first healthy answer, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Runs an organization's built worker with its cron triggers on a port, and its bot gateway; resolves when both are
 * ready, with how well bots are isolated: null when another gateway runs them. In the demo with the emulated Discord the
 * hourly jobs have run by then and the services are measured, so that its first page shows the server's people.
 */
export async function runWorker(
  organization: Organization,
  port: number,
): Promise<LocalWorker & { isolation: Isolation | null }> {
  const { folder, settings } = organization;
  const gateway = organization.runsGateway
    ? await runGateway({
        ...{ organization: folder, workerUrl: `http://127.0.0.1:${port}`, settings },
        startsAtOnce: organization.isDemo,
      })
    : null;
  const worker = await startHealthy(organization, port, gateway?.address);
  const fire = (cron: string, at: Date) =>
    worker
      .scheduled(cron, at)
      .catch((error: unknown) => console.error(`The scheduled job ${cron} failed:`, error));
  if (organization.isDemo && organization.emulator)
    for (const cron of [CRONS.hourly, CRONS.health]) await fire(cron, new Date());
  onEnd(startCron(worker.crons, fire));
  return { ...worker, isolation: gateway?.isolation ?? null };
}

async function startHealthy(
  { folder, settings }: Organization,
  port: number,
  gateway: string | undefined,
): Promise<LocalWorker> {
  const worker = await startWorker({
    organization: folder,
    port,
    settings: gateway ? { ...settings, BOT_GATEWAY_URL: gateway } : settings,
  });
  await waitForHealth(`http://127.0.0.1:${port}/api/health`);
  return worker;
}

async function waitForHealth(address: string): Promise<void> {
  const until = Date.now() + PATIENCE;
  let last = "it gave no answer";
  while (Date.now() < until) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return;
      last = `it answered ${response.status}: ${(await response.text()).slice(0, 300)}`;
    } catch {
      last = "it gave no answer";
    }
    await delay(100);
  }
  throw new Failure(`The worker did not become healthy within ${PATIENCE / 1000} seconds: ${last}.`);
}
