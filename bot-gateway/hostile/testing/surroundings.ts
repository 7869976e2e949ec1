import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { TestContext } from "node:test";

/**
 * Listens like the other services of a machine: on ports like those of the gateway and the worker, and on other
 * sockets.
 */
export async function listenEverywhere(test: TestContext) {
  let visits = 0;
  const servers: Server[] = [];
  const listen = async (at: object): Promise<Server> => {
    const server = createServer((socket) => {
      visits += 1;
      socket.on("error", () => undefined).end("here");
    });
    servers.push(server);
    await once(server.listen(at), "listening");
    return server;
  };
  const abstract = `surroundings-${process.pid}`;
  const gateway = await listen({ host: "127.0.0.1", port: 0 });
  const worker = await listen({ host: "localhost", port: 0 });
  await listen({ path: `\0${abstract}` });
  const udp = createSocket("udp4", (_, from) => {
    visits += 1;
    udp.send("here", from.port, from.address);
  });
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  test.after(() => {
    udp.close();
    for (const server of servers) server.close();
  });
  return {
    ports: [gateway, worker].map((each) => (each.address() as AddressInfo).port),
    udpPort: udp.address().port,
    abstract,
    /** Returns how often any of them was reached. */
    visits: () => visits,
  };
}
