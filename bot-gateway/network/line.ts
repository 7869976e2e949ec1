import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type Hosts, isAllowed } from "./hosts.ts";

/** The way out of a bot's network: a socket in the file system whose connections are forwarded to allowed hosts. */
type Line = {
  path: string;
  /** Ends every connection and removes the socket. */
  close(): void;
};

/** The longest path that the address of a socket can hold. */
const MOST_PATH_BYTES = 107;
/** The most connections of one bot at a time; discord.js opens one for each parallel REST call. */
const MOST_CONNECTIONS = 64;
/** Room for "host port"; host names have at most 253 characters. */
const FIRST_LINE_BYTES = 260;
/** How long the first line, and the connection to the host, may take. */
const OPENING_MS = 15_000;

/** Reads host and port from a first line; null when it is malformed. */
export function readTarget(line: string): { host: string; port: number } | null {
  const [, host = "", digits = ""] = /^([\w.:-]{1,253}) (\d{1,5})$/.exec(line) ?? [];
  const port = Number(digits);
  return host && port > 0 && port < 65_536 ? { host, port } : null;
}

/** Closes `other` when `one` was cut. After an orderly end `other` has already been ended. */
const endTogether = (one: Socket, other: Socket) =>
  one
    .on("error", () => one.destroy())
    .once("close", () => {
      if (!one.readableEnded) other.destroy();
    });

function forward(bot: Socket, { host, port }: { host: string; port: number }, rest: Buffer): void {
  const upstream = connect({ host, port, allowHalfOpen: true, timeout: OPENING_MS });
  upstream.once("connect", () => {
    upstream.setTimeout(0);
    upstream.setNoDelay(true);
    if (rest.length > 0) upstream.write(rest);
    bot.pipe(upstream).pipe(bot);
  });
  upstream.once("timeout", () => upstream.destroy());
  endTogether(upstream, bot);
  endTogether(bot, upstream);
}

/**
 * Reads the first line of a connection, `host port`, and forwards the rest to that host; closes the connection when
 * the host is not allowed.
 */
function serve(bot: Socket, hosts: Hosts): void {
  let read = Buffer.alloc(0);
  const giveUp = () => bot.destroy();
  const take = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf("\n");
    if (end < 0 && read.length <= FIRST_LINE_BYTES) return;
    bot.off("data", take).off("end", giveUp).pause();
    bot.setTimeout(0).off("timeout", giveUp);
    const target = end < 0 ? null : readTarget(read.toString("latin1", 0, end));
    if (target && isAllowed(hosts, target.host, target.port)) forward(bot, target, read.subarray(end + 1));
    else bot.destroy();
  };
  bot.setTimeout(OPENING_MS).on("data", take).once("end", giveUp).once("timeout", giveUp);
}

/**
 * Opens the way out for one bot. Only the user `uid` may use it (null: the gateway's own user).
 * @throws Error when the path is too long for a socket or cannot be used
 */
export async function openLine(options: { path: string; uid: number | null; hosts: Hosts }): Promise<Line> {
  const { path, uid, hosts } = options;
  if (Buffer.byteLength(path) > MOST_PATH_BYTES)
    throw new Error(`the path of the data directory is too long: ${path}`);
  await mkdir(dirname(path), { recursive: true });
  await chmod(dirname(path), 0o711);
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (bot) => {
    bot.on("error", () => bot.destroy());
    if (open.size >= MOST_CONNECTIONS) {
      bot.destroy();
      return;
    }
    open.add(bot);
    bot.once("close", () => open.delete(bot));
    serve(bot, hosts);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  server.on("error", () => undefined);
  await chmod(path, 0o600);
  if (uid !== null) await chown(path, uid, uid);
  return {
    path,
    close() {
      for (const each of open) each.destroy();
      server.close();
    },
  };
}
