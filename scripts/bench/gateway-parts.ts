import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { GatewayReport } from "../../bot-gateway/protocol.ts";
import { signGatewayRequest } from "../../bot-gateway/signature.ts";
import { emulatorSecret } from "../lib/emulator.ts";

export const MB = 1024 * 1024;

/** Starts a stand-in for the worker that accepts every report. */
export async function standIn(onReport: (report: GatewayReport) => void) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (request.url?.endsWith("/reports")) onReport(JSON.parse(body) as GatewayReport);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Calls a gateway as the worker does. @throws Error for any other status than 2xx, and after `patience` milliseconds */
export const callerOf =
  (address: string, secret: string) =>
  async <Answer>(method: string, path: string, body = "", patience = 60_000): Promise<Answer> => {
    const url = address + path;
    const headers = await signGatewayRequest(secret, { method, url, body });
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, { method, headers, signal, ...(body ? { body } : {}) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };

/** A text that only tokens of the bench's bots contain. */
export const MARK = ".Bench.of-the-bench-";

/** Makes an application of a bot in the emulated Discord; returns its token. */
export async function addApplication(discord: string, botId: number): Promise<string> {
  const id = `11000000000000080${String(botId).padStart(2, "0")}`;
  const botToken = `${Buffer.from(id).toString("base64url")}${MARK}${id}`;
  await fetch(`${discord}/__control/applications`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Control-Secret": emulatorSecret },
    body: JSON.stringify({ id, name: `Bench ${botId}`, botToken, inGuild: true }),
  });
  return botToken;
}
