import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { DiscordEmulator, DiscordOptions, InteractionInput, InteractionRecord } from "./index.ts";
import { call, field, start } from "./testing.ts";

/** Starts an emulator with commands; `userId` is an officer. */
export async function withCommands(
  t: TestContext,
  commands: unknown,
  options?: DiscordOptions,
): Promise<{ emulator: DiscordEmulator; userId: string }> {
  const emulator = await start(t, options);
  const { status, body } = await call(
    emulator,
    "PUT",
    `/applications/${emulator.clientId}/commands`,
    commands,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { emulator, userId: emulator.guild.membersWith("Officer")[0]?.user.id ?? "" };
}

/**
 * Starts a small application that checks signatures; `reply` gives its answer to anything except a PING; undefined
 * is no answer.
 */
export async function endpoint(
  t: TestContext,
  publicKey: string,
  reply: (interaction: unknown) => unknown,
): Promise<string> {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(publicKey, "hex")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const signed = Buffer.concat([Buffer.from(String(request.headers["x-signature-timestamp"])), body]);
    const signature = Buffer.from(String(request.headers["x-signature-ed25519"]), "hex");
    if (!verify(null, signed, key, signature)) return response.writeHead(401).end();
    const interaction: unknown = JSON.parse(body.toString());
    const answer = field(interaction, "type") === 1 ? { type: 1 } : reply(interaction);
    if (answer === undefined) return;
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`;
}

/** Starts an emulator whose application gives these answers over HTTP, in the order in which it is asked; the last for all others. */
export async function answering(
  t: TestContext,
  ...answers: unknown[]
): Promise<{
  emulator: DiscordEmulator;
  userId: string;
  send: (input: Partial<InteractionInput>) => Promise<InteractionRecord>;
}> {
  const { emulator, userId } = await withCommands(t, [{ name: "ping", description: "Answers" }]);
  const url = await endpoint(t, emulator.publicKey, () =>
    answers.length > 1 ? answers.shift() : answers[0],
  );
  await emulator.setInteractionsEndpoint(url);
  return {
    emulator,
    userId,
    send: (input) => emulator.interactions.send({ kind: "command", name: "ping", userId, ...input }),
  };
}
