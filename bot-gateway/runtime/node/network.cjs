// Loaded before a bot's code when the bot has a network of its own, in which no other address answers. Connections go
// through the bot gateway, which forwards those to allowed hosts. See bot-gateway/runtime/README.md.
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");
const tls = require("node:tls");

/** Returns whether the gateway forwards to a host; the gateway checks the same again. */
function isAllowed(hosts, wanted) {
  return hosts.some((each) => (each.startsWith("*.") ? wanted.endsWith(each.slice(1)) : wanted === each));
}

/** @param {{ path: string, hosts: string[] }} line the gateway's socket, and what it forwards to */
function connectThrough({ path, hosts }) {
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function connectThroughGateway(...args) {
    const [options, listener] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
    // A TLS socket without an underlying one is only made by tls.connect, see there.
    if (options.path || this instanceof tls.TLSSocket) return connect.apply(this, args);
    const host = String(options.host ?? "localhost");
    const target = `${host.toLowerCase().replace(/\.$/, "")}:${options.port}`;
    if (!isAllowed(hosts, target)) {
      const message = `${target} cannot be reached: bots reach Discord alone, and hosts that the operator allows.`;
      return this.destroy(Object.assign(new Error(message), { code: "ENETUNREACH", syscall: "connect" }));
    }
    connect.call(this, { path }, ...(listener ? [listener] : []));
    // Sent first, as soon as the connection exists.
    this.write(`${host} ${options.port}\n`);
    return this;
  };

  const connectTls = tls.connect;
  tls.connect = function connectTlsThroughGateway(...args) {
    const [first, listener] = net._normalizeArgs(args);
    const more = args.slice(1, 3).find((each) => each !== null && typeof each === "object");
    const options = { ...first, ...more };
    if (options.socket || options.path) return connectTls(...args);
    const socket = net.connect({ host: options.host, port: options.port });
    return connectTls({ ...options, socket }, ...(listener ? [listener] : []));
  };
  syncBuiltinESMExports();
}

const { COMMAND_CENTRE_NETWORK: given } = process.env;
if (given) {
  delete process.env.COMMAND_CENTRE_NETWORK;
  connectThrough(JSON.parse(given));
}
