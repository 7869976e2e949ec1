import type { IncomingMessage } from "node:http";
import { FAULT_MODES, type FaultInput, Faults } from "./faults.ts";
import { type Row, readVehicles, rowOf, type Vehicle } from "./vehicles.ts";

export interface RecordedRequest {
  method: string;
  path: string;
  query: string;
  authorization: string | null;
  /** The User-Agent header. */
  agent: string | null;
  /** The entity tag that the request sent. */
  tag: string | null;
}

export interface State {
  vehicles: Vehicle[];
  /** The list as it is answered. */
  rows: Row[];
  /** The vehicle's number by the address of each photo. */
  photos: Map<string, number>;
  drawn: Map<number, Buffer>;
  faults: Faults;
  requests: RecordedRequest[];
  /** The number of requests since a time, for the limit per minute. */
  minute: { began: number; count: number };
  /** The secret of control calls over HTTP; without it they are refused. */
  controlSecret: string | undefined;
}

function photosOf(rows: readonly Row[]): Map<string, number> {
  const photos = new Map<string, number>();
  for (const row of rows) {
    const all = [row["url_photo"], ...(JSON.parse(String(row["url_photos"] ?? "[]")) as unknown[])];
    for (const url of all) if (typeof url === "string" && url) photos.set(url, Number(row["id"]));
  }
  return photos;
}

export function newState(controlSecret?: string): State {
  const vehicles = readVehicles();
  const rows = vehicles.map(rowOf);
  return {
    vehicles,
    rows,
    photos: photosOf(rows),
    drawn: new Map(),
    faults: new Faults(),
    requests: [],
    minute: { began: 0, count: 0 },
    controlSecret,
  };
}

/** Returns whether a request comes from this machine and not from a foreign web page. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  const local = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const { origin, host = "" } = headers;
  const isNear = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(socket.remoteAddress ?? "");
  return (
    isNear && local(host) && (origin === undefined || (URL.canParse(origin) && local(new URL(origin).host)))
  );
}

const rowWith = ({ rows }: State, id: unknown) => rows.find((row) => Number(row["id"]) === Number(id));

const posts: Record<string, (state: State, input: Record<string, unknown>) => unknown> = {
  fail: ({ faults }, input) => {
    const mode = FAULT_MODES.find((each) => each === input["mode"]);
    if (!mode) throw new Error(`mode must be one of ${FAULT_MODES.join(", ")}`);
    faults.add({ ...(input as Partial<FaultInput>), mode });
  },
  "failures/clear": ({ faults }) => faults.clear(),
  "requests/clear": ({ requests }) => {
    requests.length = 0;
  },
  remove: (state, { ids }) => {
    const gone = (Array.isArray(ids) ? ids : []).map(Number);
    state.rows = state.rows.filter((row) => !gone.includes(Number(row["id"])));
  },
  /** Keeps only the first `to` vehicles. */
  shrink: (state, { to }) => {
    state.rows = state.rows.slice(0, Number(to));
  },
  /** Changes fields of an entry; removes those named in `drop`. */
  change: (state, { id, set = {}, drop = [] }) => {
    const row = rowWith(state, id);
    if (!row) throw new Error(`there is no vehicle ${String(id)}`);
    Object.assign(row, set);
    for (const field of drop as string[]) delete row[field];
  },
  add: (state, { rows }) => {
    state.rows.push(...((Array.isArray(rows) ? rows : []) as Row[]));
  },
  reset: (state) => {
    Object.assign(state, { ...newState(state.controlSecret), drawn: state.drawn, requests: state.requests });
    state.requests.length = 0;
  },
};

const reads: Record<string, (state: State) => unknown> = {
  requests: ({ requests }) => requests,
  rows: ({ rows }) => rows,
};

/** Answers a control call: JSON in and out. */
export async function control<Answer>(
  state: State,
  request: IncomingMessage,
  path: string,
  json: (status: number, body: unknown) => Answer,
): Promise<Answer> {
  const name = path.replace("/__control/", "");
  const read = reads[name];
  if (request.method === "GET" && read) return json(200, read(state));
  const call = posts[name];
  if (request.method !== "POST" || !call) {
    return json(404, {
      error: `there is no control call ${name}`,
      calls: Object.keys({ ...reads, ...posts }),
    });
  }
  let text = "";
  for await (const chunk of request) text += chunk;
  try {
    return json(200, call(state, text ? JSON.parse(text) : {}) ?? { ok: true });
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}
