import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { Failure } from "./failure.ts";

/** Listens for a moment; returns the port, or null when it is in use. */
function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      // On a machine without IPv6 no process can listen there.
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve(port);
      else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

/**
 * Returns the port of the web application, from PORT.
 * @throws Failure when it is not a port, or when a process already listens there on either loopback address
 */
export async function readPort(fallback: number, command: string): Promise<number> {
  const text = process.env["PORT"];
  const port = text ? Number(text) : fallback;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Failure("Setting PORT is not right: it must be a whole number from 1 to 65535.");
  }
  for (const host of ["127.0.0.1", "::1"]) {
    if ((await tryPort(port, host)) === null) {
      throw new Failure(
        `Port ${port} is already in use: stop what listens there, or choose another with PORT=${port + 1} ${command}.`,
      );
    }
  }
  return port;
}

/** Systems give outgoing connections ports above these, and could give them a free one before it is used. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 50;

/** Returns a free loopback port. @throws Failure where all ports tried are in use */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = await tryPort(randomInt(LOWEST, HIGHEST), "127.0.0.1");
    if (port) return port;
  }
  throw new Failure("This machine has no free loopback port.");
}
