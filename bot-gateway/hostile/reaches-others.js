// Tries every address that might answer on a network, with and without the gateway's proxy, and prints which did.
const dgram = require("node:dgram");
const dns = require("node:dns");
const { once } = require("node:events");
const net = require("node:net");

const { PORTS, UDP_PORT, ABSTRACT, NEIGHBOUR_ID, BOT_ID, HOME, DISCORD_API_URL } = process.env;
const reached = [];

/** Returns what an address sends within two seconds. */
const ask = (options, text = "hello\n") =>
  new Promise((resolve) => {
    let said = "";
    const socket = net.connect(options);
    const timer = setTimeout(() => socket.destroy(), 2_000);
    socket.on("data", (data) => {
      said += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(said);
    });
    socket.write(text);
  });
const note = async (name, asked) => {
  if (await asked) reached.push(name);
};
const line = (botId) => ({ path: `${HOME}/../../lines/${botId}.sock` });

async function tryTcp(ports) {
  const { port } = new URL(DISCORD_API_URL);
  for (const each of ports) {
    for (const host of ["127.0.0.1", "localhost", "::1"])
      await note(`${host}:${each}`, ask({ host, port: Number(each) }));
    await note(`by way of the gateway: ${each}`, ask(line(BOT_ID), `127.0.0.1 ${each}\nhello\n`));
  }
  const tricks = [
    `127.0.0.1 ${ports[0]} ${port}\n`,
    `127.0.0.1:${port} ${ports[0]}\n`,
    `127.0.0.1 ${port}\r\n`,
    `127.0.0.1\0 ${ports[0]}\n`,
    "localhost 0\n",
    "x".repeat(100_000),
  ];
  for (const trick of tricks) await note(JSON.stringify(trick.slice(0, 40)), ask(line(BOT_ID), trick));
  await note("the neighbour's", ask(line(NEIGHBOUR_ID), `127.0.0.1 ${port}\nGET / HTTP/1.0\n\n`));
  await note("an abstract socket", ask({ path: `\0${ABSTRACT}` }));
  await note("a public address", ask({ host: "192.0.2.1", port: 443 }));
}

async function tryUdp() {
  const udp = dgram.createSocket("udp4").on("error", () => undefined);
  for (const address of ["127.0.0.1", "192.0.2.1"])
    await new Promise((resolve) => udp.send("hello", Number(UDP_PORT), address, resolve));
  const resolver = new dns.promises.Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${UDP_PORT}`]);
  const asked = resolver.resolve4("example.org").catch(() => null);
  await note("a name server", asked);
}

/** Opens as many silent connections as it gets; returns how many stay open. */
async function crowd() {
  const all = Array.from({ length: 150 }, () => net.connect(line(BOT_ID)).resume());
  for (const each of all) each.on("error", () => undefined);
  // They are accepted in order: when the last one closes, all that exceed the limit have been closed.
  await once(all[all.length - 1], "close");
  const held = all.filter((each) => !each.destroyed && !each.readableEnded).length;
  for (const each of all) each.destroy();
  // The gateway learns later that they have closed, and resets new ones until then.
  const { hostname, port } = new URL(DISCORD_API_URL);
  while (!(await ask(line(BOT_ID), `${hostname} ${port}\nGET / HTTP/1.0\n\n`)));
  return held;
}

async function main() {
  let [held, refusal] = [0, null];
  if (PORTS) {
    await tryTcp(PORTS.split(","));
    await tryUdp();
    held = await crowd();
    refusal = await fetch("https://api.example.org/").catch((error) => error.cause?.message);
  }
  const statuses = [];
  for (const path of ["/api/v10/gateway", "/__control/state", "/__control/code", "/oauth2/authorize"])
    statuses.push((await fetch(new URL(path, DISCORD_API_URL))).status);
  console.log(JSON.stringify({ reached, held, statuses, refusal }));
  console.log("finished");
}
main();
