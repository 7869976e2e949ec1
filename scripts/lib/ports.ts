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

/** Returns a free loopback port, the preferred one if it is free. */
export async function freePort(preferred = 0): Promise<number> {
  const port = (await tryPort(preferred, "127.0.0.1")) ?? (await tryPort(0, "127.0.0.1"));
  if (port === null) throw new Failure("This machine has no free loopback port.");
  return port;
}
