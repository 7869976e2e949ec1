import type { ServerResponse } from "node:http";
import { challengePage } from "./pages.ts";

/**
 * How a profile fails: `forbidden` 403, `bad_gateway` 502, `rate_limit` 429, `blocked` a 200 that is no profile,
 * `slow` silence until the client gives up, `stall` half a page and then silence, `huge` a page of 4 MB, `cut` a
 * connection that breaks half-way, `short` half a page that ends as if it were whole, `redirect` to `to`, `loop` to
 * itself.
 */
export const FAULTS = [
  "forbidden",
  "bad_gateway",
  "rate_limit",
  "blocked",
  "slow",
  "stall",
  "huge",
  "cut",
  "short",
  "redirect",
  "loop",
] as const;
export type FaultMode = (typeof FAULTS)[number];

export interface Fault {
  /** The handle of the profile; `*` for all. */
  handle: string;
  mode: FaultMode;
  to?: string;
  /** How many requests fail; without it all until cleared. */
  times?: number;
}

/** Handles whose profiles always fail, for trying it out by hand. */
export const seededFaults: readonly Fault[] = [
  { handle: "Forbidden-403", mode: "forbidden" },
  { handle: "BadGateway-502", mode: "bad_gateway" },
  { handle: "Blocked", mode: "blocked" },
  { handle: "SlowPage", mode: "slow" },
  { handle: "HugePage", mode: "huge" },
  { handle: "CutOff", mode: "cut" },
  { handle: "Redirected", mode: "redirect", to: "/en/citizens/NewName" },
  { handle: "RedirectLoop", mode: "loop" },
];

const MEGABYTE = 1024 * 1024;

export function answerFault({ mode, to }: Fault, response: ServerResponse, path: string, page: string): void {
  const html = { "Content-Type": "text/html; charset=utf-8" };
  const half = page.slice(0, Math.floor(page.length * 0.35));
  switch (mode) {
    case "forbidden":
      response.writeHead(403, html).end(challengePage());
      return;
    case "bad_gateway":
      response.writeHead(502, html).end("<h1>502 Bad Gateway</h1>");
      return;
    case "rate_limit":
      response.writeHead(429, { ...html, "Retry-After": "30" }).end("<h1>429</h1>");
      return;
    case "blocked":
      response.writeHead(200, html).end(challengePage());
      return;
    case "slow":
      return;
    case "stall":
      response.writeHead(200, html).write(half);
      return;
    case "huge":
      response.writeHead(200, html).end(page.replace("<main>", `<!-- ${"x".repeat(4 * MEGABYTE)} --><main>`));
      return;
    case "cut":
      response.writeHead(200, { ...html, "Content-Length": String(Buffer.byteLength(page)) });
      response.write(half, () => response.destroy());
      return;
    case "short":
      response.writeHead(200, html).end(half);
      return;
    case "redirect":
      response.writeHead(302, { Location: to ?? "/" }).end();
      return;
    case "loop":
      response.writeHead(302, { Location: path }).end();
  }
}
