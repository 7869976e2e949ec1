import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { startEmulatorProcess } from "./lib/emulator.ts";
import { endAll } from "./lib/lifetime.ts";
import { temporaryData } from "./lib/running.ts";
import { onLastPort, PortTaken } from "./lib/service.ts";

after(endAll);

const startUex = async (port: number) => ({
  address: await startEmulatorProcess("uex", { PORT: String(port) }),
});

test("starts a service on another port where its last one is in use, and remembers that", async () => {
  using data = temporaryData();
  const file = join(data.folder, "port");
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  writeFileSync(file, String(port));

  const { address } = await onLastPort(file, startUex);

  assert.notEqual(new URL(address).port, String(port));
  assert.equal(readFileSync(file, "utf8"), new URL(address).port);
  assert.equal((await fetch(`${address}/2.0/vehicles`)).status, 200);
  other.close();
});

test("does not start a service again that cannot start at all", async () => {
  using data = temporaryData();
  const ports: number[] = [];
  const fails = onLastPort(join(data.folder, "port"), (port) => {
    ports.push(port);
    return startEmulatorProcess("uex", { PORT: "none" }).then((address) => ({ address }));
  });
  await assert.rejects(fails, (error: Error) => {
    assert.match(error.message, /^The uex emulator did not start:\nPORT must be a whole number$/);
    return !(error instanceof PortTaken);
  });
  assert.deepEqual(ports, [0]);
});
