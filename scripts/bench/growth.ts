import { statSync } from "node:fs";
import { databaseFiles } from "../lib/damage.ts";
import { markdownTable } from "../lib/table.ts";
import { startOrganization } from "./organization.ts";
import { peopleOf, playsBy } from "./plays.ts";

const SIZES = [100, 1_000, 10_000, 100_000];
/** The features whose tables are filled with as many rows: prospects and members, and what refers to them. */
const FEATURES = ["users", "members", "prospects"];
const WARM = 3;
const TIMES = 10;

type Cost = { rowsRead: number; rowsWritten: number; ms: number; cpuMs: number };

/** Measures some requests in an organization of a size; answers their costs by name, and the size of the database's file. */
async function measureAt(size: number): Promise<{ costs: Map<string, Cost>; megabytes: number }> {
  await using org = await startOrganization({
    officers: 5,
    members: size,
    signedIn: 5,
    features: FEATURES,
  });
  const { officer } = peopleOf(org);
  const play = playsBy(org);
  const plays = [
    play("GET /api/prospects/:orgId", 0, officer, { query: "?limit=50" }),
    play("GET /api/prospects/:orgId/counts", 0, officer),
    play("GET /api/users/:orgId", 0, officer, { query: "?limit=50" }),
    play("GET /api/members/:orgId/counts", 0, officer),
    play("GET /api/dashboard/stats/:orgId", 0, officer),
    play("GET /api/users/:orgId", 0, officer, { note: "search", query: "?q=person%209&limit=50" }),
    play("GET /api/search", 0, officer, { query: "?q=person%209&in=people" }),
    play("PATCH /api/prospects/:id/notes", 0, officer, {
      id: (turn) => 1 + turn,
      body: (turn) => ({ notes: `Speaks Danish, ${turn}` }),
    }),
    play("POST /api/prospects", 0, officer, {
      body: (turn) => ({ organizationId: 1, displayName: `Vega ${turn}`, username: `vega${turn}` }),
    }),
  ];
  const costs = new Map<string, Cost>();
  for (const { route, send } of plays) {
    for (let turn = 0; turn < WARM; turn++) await send(turn);
    await org.takeCounts();
    const [cpu, from] = [org.cpu(), performance.now()];
    for (let turn = WARM; turn < WARM + TIMES; turn++) await send(turn);
    const ms = (performance.now() - from) / TIMES;
    const { rowsRead, rowsWritten } = await org.takeCounts();
    const cpuMs = (org.cpu() - cpu) / TIMES;
    costs.set(route, { rowsRead: rowsRead / TIMES, rowsWritten: rowsWritten / TIMES, ms, cpuMs });
  }
  const [file = ""] = databaseFiles(org.organization);
  return { costs, megabytes: statSync(file).size / 1_000_000 };
}

/** Prints what requests cost among ever more prospects and members. */
export async function printGrowth(): Promise<void> {
  const measured: Awaited<ReturnType<typeof measureAt>>[] = [];
  for (const size of SIZES) {
    measured.push(await measureAt(size));
    console.log(`${size.toLocaleString("en")} prospects and members: measured.`);
  }
  const inEach = (show: (cost: Cost) => string, route: string) =>
    measured.map(({ costs }) => {
      const cost = costs.get(route);
      return cost ? show(cost) : "-";
    });
  const routes = [...(measured[0]?.costs.keys() ?? [])];
  const columns = (what: string) => SIZES.map((size) => `${what} at ${size.toLocaleString("en")}`);
  console.log(
    `Prospects and members, as many of each. Means of ${TIMES} requests after ${WARM}; the time is this machine's.\n`,
  );
  console.log(
    markdownTable(
      ["request", ...columns("rows read"), "rows written", ...columns("ms")],
      routes.map((route) => [
        route,
        ...inEach(({ rowsRead }) => rowsRead.toFixed(0), route),
        inEach(({ rowsWritten }) => rowsWritten.toFixed(0), route).at(-1) ?? "",
        ...inEach(({ ms }) => ms.toFixed(0), route),
      ]),
    ),
  );
  console.log(
    `Size of the database: ${measured.map(({ megabytes }, at) => `${megabytes.toFixed(1)} MB at ${SIZES[at]?.toLocaleString("en")}`).join(", ")}.`,
  );
}
