// Tries whatever might answer on a network, with and without the way that its modules take, and tells what did.
const dgram = require("node:dgram");
const dns = require("node:dns");
const net = require("node:net");

const { PORTS, UDP_PORT, ABSTRACT, NEIGHBOUR_ID, BOT_ID, HOME, DISCORD_API_URL } = process.env;
const reached = [];

/** What an address says within two seconds. */
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
const line = (botId) => `${HOME}/../../lines/${botId}.sock`;

async function main() {
  const { port } = new URL(DISCORD_API_URL);
  for (const each of PORTS.split(",")) {
    for (const host of ["127.0.0.1", "localhost", "::1"])
      await note(`${host}:${each}`, ask({ host, port: Number(each) }));
    await note(`by way of the gateway: ${each}`, ask({ path: line(BOT_ID) }, `127.0.0.1 ${each}\nhello\n`));
  }
  const tricks = [
    `127.0.0.1 ${PORTS.split(",")[0]} ${port}\n`,
    `127.0.0.1:${port} ${PORTS.split(",")[0]}\n`,
    `127.0.0.1 ${port}\r\n`,
    `127.0.0.1\0 ${PORTS.split(",")[0]}\n`,
    "localhost 0\n",
    "x".repeat(100_000),
    "",
  ];
  for (const trick of tricks.slice(0, -1))
    await note(JSON.stringify(trick.slice(0, 40)), ask({ path: line(BOT_ID) }, trick));
  await note(
    "the neighbour's way out",
    ask({ path: line(NEIGHBOUR_ID) }, `127.0.0.1 ${port}\nGET / HTTP/1.0\n\n`),
  );
  await note("an abstract socket", ask({ path: `\0${ABSTRACT}` }));
  await note("a public address", ask({ host: "192.0.2.1", port: 443 }));

  const udp = dgram.createSocket("udp4").on("error", () => undefined);
  for (const address of ["127.0.0.1", "192.0.2.1"])
    await new Promise((resolve) => udp.send("hello", Number(UDP_PORT), address, resolve));
  const resolver = new dns.promises.Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${UDP_PORT}`]);
  await note(
    "a name server",
    resolver.resolve4("example.org").catch(() => null),
  );

  // As many connections as it gets, all of them silent.
  const crowd = Array.from({ length: 300 }, () =>
    net.connect({ path: line(BOT_ID) }).on("error", () => undefined),
  );
  await Promise.all(
    crowd.map((each) => new Promise((resolve) => each.once("connect", resolve).once("close", resolve))),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const held = crowd.filter((each) => !each.destroyed && each.readable && !each.readableEnded).length;
  for (const each of crowd) each.destroy();

  const statuses = [];
  for (const path of ["/api/v10/gateway", "/__control/state", "/__control/code", "/oauth2/authorize"])
    statuses.push((await fetch(new URL(path, DISCORD_API_URL))).status);
  const refusal = await fetch("https://api.example.org/").catch((error) => error.cause?.message);
  console.log(JSON.stringify({ reached, held, statuses, refusal }));
  console.log("finished");
}
main();
