import { createServer } from "node:net";
import { join } from "node:path";
import { openLine } from "../network/line.ts";
import type { Plan, ProcessLimits } from "./command.ts";
import { emptyFolder, type Folders, folderOf, scratchOf, uidOf } from "./folders.ts";
import { failureOf } from "./tools.ts";
import { tryPlan } from "./try-plan.ts";

/** Returns the path of the socket that leads a bot to Discord. */
export const lineOf = ({ root }: Folders, botId: number): string => join(root, "lines", `${botId}.sock`);

/** Prints what the process reaches; arguments: a port on which the gateway listens, and the way out. */
const LOOK = `
const net = require("node:net");
const [, port, path] = process.argv;
const ask = (target, text) => new Promise((resolve) => {
  let said = "";
  const socket = net.connect(target).on("data", (data) => { said += data; }).on("close", () => resolve(said));
  socket.on("error", () => undefined).write(text);
});
const others = Object.values(require("node:os").networkInterfaces()).flat().filter((each) => !each.internal);
const routes = require("node:fs").readFileSync("/proc/net/route", "utf8").trim().split("\\n").slice(1);
Promise.all([ask({ host: "127.0.0.1", port }, "\\n"), ask({ path }, "127.0.0.1 " + port + "\\n")])
  .then(([direct, through]) => console.log(JSON.stringify({ ways: others.length + routes.length, direct, through })));
`;

/**
 * Tests a network of a bot's own: it has no route, a port of the gateway cannot be reached, and the way out leads
 * only to allowed hosts. Returns why it cannot be used; null when it works.
 */
export async function tryNetwork(
  plan: Plan,
  folders: Folders,
  limits: ProcessLimits,
  botId: number,
): Promise<string | null> {
  if (!plan.bubblewrap && plan.tools.unshare === null) return "unshare is not installed";
  const uid = plan.ownUid ? uidOf(folders, botId) : null;
  const [folder, scratch] = [folderOf(folders, botId), scratchOf(folders, botId)];
  await emptyFolder(folder, uid);
  await emptyFolder(scratch, uid);
  const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    const line = await openLine({ path: lineOf(folders, botId), uid, hosts: [`127.0.0.1:${port}`] });
    try {
      const command = [process.execPath, "-e", LOOK, String(port), line.path];
      const readable = [process.execPath, line.path];
      const inner = { command, uid, folder, scratch, readable, limits, group: [] };
      const done = await tryPlan({ ...plan, network: true }, inner);
      if (done.code !== 0) return failureOf(done);
      const seen = JSON.parse(done.stdout) as { ways: number; direct: string; through: string };
      if (seen.ways > 0) return "the machine's network is seen";
      if (seen.direct !== "") return "the gateway's own ports are reached";
      return seen.through === "here" ? null : "there is no way out for Discord";
    } finally {
      line.close();
    }
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 200);
  } finally {
    server.close();
  }
}
