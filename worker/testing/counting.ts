import worker, { OrganizationHub as Hub } from "../index.ts";
import type { Bindings } from "../lib/env.ts";
import { type Meter, metered } from "./meter.ts";

export { BotContainer, BotOutlet } from "../index.ts";

// Serves the product's worker and counts its calls to D1 and the hub, including work after an answer.

/** The counts since the last question; `hubMs`: milliseconds in which a hub worked on its calls, one after the other. */
export type Counts = Pick<Meter, "trips" | "rowsRead" | "rowsWritten"> & { hubCalls: number; hubMs: number };

const meters: Meter[] = [];
const counted = new WeakMap<object, Bindings>();
const hub = { hubCalls: 0, hubMs: 0 };

function counting(raw: Bindings): Bindings {
  const known = counted.get(raw);
  if (known) return known;
  const { database, meter } = metered(raw.DB);
  meters.push(meter);
  const bindings = { ...raw, DB: database };
  counted.set(raw, bindings);
  return bindings;
}

/** Counts calls to a hub from outside: a request each, on Cloudflare too. Its other work only takes time. */
function call<Answer>(work: Promise<Answer>): Promise<Answer> {
  hub.hubCalls += 1;
  return time(work);
}

async function time<Answer>(work: Promise<Answer>): Promise<Answer> {
  const from = Date.now();
  try {
    return await work;
  } finally {
    hub.hubMs += Date.now() - from;
  }
}

export class OrganizationHub extends Hub {
  constructor(state: DurableObjectState, env: Bindings) {
    super(state, counting(env));
    // A connection is greeted after it was answered.
    const waitUntil = state.waitUntil.bind(state);
    state.waitUntil = (work) => waitUntil(time(work));
  }
  override fetch(request: Request) {
    return call(super.fetch(request));
  }
  override announce(organizationId: number, endsSession?: boolean) {
    return call(super.announce(organizationId, endsSession));
  }
  override connections(organizationId: number) {
    return call(super.connections(organizationId));
  }
  override announceLog(log: Parameters<Hub["announceLog"]>[0]) {
    return call(super.announceLog(log));
  }
}

/** Sums the counts up; a request that takes them begins anew. */
function countsFor(request: Request): Response {
  const counts: Counts = { trips: 0, rowsRead: 0, rowsWritten: 0, ...hub };
  for (const meter of meters) {
    counts.trips += meter.trips;
    counts.rowsRead += meter.rowsRead;
    counts.rowsWritten += meter.rowsWritten;
    meter.statements.length = 0;
    if (request.method === "POST") Object.assign(meter, { trips: 0, rowsRead: 0, rowsWritten: 0 });
  }
  if (request.method === "POST") Object.assign(hub, { hubCalls: 0, hubMs: 0 });
  return Response.json(counts);
}

/** Uses the CPU for some 50 ms and nothing else, to calibrate its samples. */
function burn(): Response {
  let sum = 0;
  for (let at = 0; at < 2_000_000; at++) sum += Math.sin(at) * Math.sqrt(at);
  return new Response(String(sum));
}

export default {
  fetch(request, raw, execution) {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/bench/counts") return countsFor(request);
    if (pathname === "/api/bench/burn") return burn();
    return worker.fetch(request, counting(raw), execution);
  },
  scheduled: (controller, raw) => worker.scheduled(controller, counting(raw)),
} satisfies ExportedHandler<Bindings>;
