import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { buildWorker } from "./lib/builds.ts";
import { withDatabase } from "./lib/database.ts";
import { addOfficers, type InDiscord, interactionOf, signedHeaders, typed } from "./lib/in-discord.ts";
import { endAll } from "./lib/lifetime.ts";
import { startWorker } from "./lib/local-worker.ts";
import { inRoot } from "./lib/paths.ts";
import { freePort } from "./lib/ports.ts";
import { temporaryData } from "./lib/running.ts";
import { DEMO_DISCORD } from "./lib/settings.ts";

// What signs here is no code of ours and no library of the worker's: OpenSSL, and Python where it has a package for it.

const data = temporaryData();
const APP_URL = "http://localhost:8787";
let address = "";
let officer: InDiscord;

/** @throws AssertionError with the program's own words when it fails */
function run(program: string, args: string[], input = ""): Buffer {
  const { error, status, stdout, stderr } = spawnSync(program, args, { input });
  assert.equal(status, 0, `${program}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Makes a pair of keys in a file. */
function makeKeys(name: string): { file: string; publicKey: string } {
  const file = join(data.folder, `${name}.pem`);
  run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", file]);
  const publicKey = run("openssl", ["pkey", "-in", file, "-pubout", "-outform", "DER"]);
  return { file, publicKey: publicKey.subarray(-32).toString("hex") };
}

const byOpenssl = (keys: { file: string }) => (text: string) => {
  const message = join(data.folder, "message");
  writeFileSync(message, text);
  return run("openssl", ["pkeyutl", "-sign", "-rawin", "-inkey", keys.file, "-in", message]).toString("hex");
};

const PYTHON = `import sys
text = sys.stdin.buffer.read()
key = bytes.fromhex(sys.argv[1])
try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    print(Ed25519PrivateKey.from_private_bytes(key).sign(text).hex())
except ImportError:
    from nacl.signing import SigningKey
    print(SigningKey(key).sign(text).signature.hex())
`;
const byPython = (keys: { file: string }) => (text: string) => {
  const der = run("openssl", ["pkey", "-in", keys.file, "-outform", "DER"]);
  return run("python3", ["-c", PYTHON, der.subarray(-32).toString("hex")], text)
    .toString()
    .trim();
};

const keys = makeKeys("signer");
const sign = byOpenssl(keys);

const post = (body: string, headers: Record<string, string>) =>
  fetch(`${address}/api/discord/interactions`, { method: "POST", headers, body });

type Said = { type: number; data?: object };
const ask = async (interaction: object, signer = sign): Promise<Said> => {
  const body = interactionOf(officer, interaction);
  const response = await post(body, signedHeaders(body, signer));
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Said;
};

/** Asserts that an answer is as Discord's OpenAPI document says, which is kept beside the emulated Discord. */
const assertDocumented = (() => {
  const text = readFileSync(inRoot("emulators/discord/testing/openapi.json"), "utf8");
  const { interactionAnswer, components } = JSON.parse(text) as Record<string, object>;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const validate: ValidateFunction = ajv.compile({ ...interactionAnswer, components });
  return (reply: Said) => assert.ok(validate(reply), ajv.errorsText(validate.errors?.slice(-12)));
})();

before(async () => {
  await buildWorker();
  const organization = join(data.folder, "organization");
  const [first] = await withDatabase(organization, "the test", (database) => addOfficers(database, 1));
  assert.ok(first);
  officer = first;
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const settings = {
    APP_URL,
    ...DEMO_DISCORD,
    DISCORD_PUBLIC_KEY: keys.publicKey,
    SECRETS_KEYS: `tests:${Buffer.alloc(32, 7).toString("base64")}`,
  };
  await startWorker({ organization, port, settings });
  const event = {
    ...{ title: "Operation Nattergal", type: "mission", startsAt: "2199-01-01T20:00:00.000Z" },
    ...{ description: "We meet at dusk.", location: "Area 18" },
  };
  const made = await fetch(`${address}/api/events`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: APP_URL, Cookie: `session=${officer.token}` },
    body: JSON.stringify(event),
  });
  assert.ok(made.ok, await made.text());
});
after(async () => {
  await endAll();
  data[Symbol.dispose]();
});

test("a PING and commands that OpenSSL has signed are answered, as Discord's OpenAPI document says", async () => {
  const pong = await ask({ type: 1 });
  assert.deepEqual(pong, { type: 1 });
  const answers = [pong];
  for (const name of ["events", "help", "away", "none-of-ours"]) answers.push(await ask(typed(name)));
  const [, events] = answers;
  assert.match(JSON.stringify(events), /Operation Nattergal/);
  const [, open = ""] = /"custom_id":"([^"]+)"/.exec(JSON.stringify(events)) ?? [];
  answers.push(await ask({ type: 3, data: { custom_id: open, component_type: 2 }, message: { id: "1" } }));
  const [id, content] = ["1250000000000000002", "A second medical ship"];
  const onMessage = { type: 3, target_id: id, resolved: { messages: { [id]: { id, content } } } };
  answers.push(await ask({ type: 2, data: { id: "1", name: "Make a wish of it", ...onMessage } }));
  assert.deepEqual([...new Set(answers.map(({ type }) => type))], [1, 4, 7, 9]);
  for (const answer of answers) assertDocumented(answer);
});

test("a command that is altered, late, early or signed by another key is refused with 401", async () => {
  const body = interactionOf(officer, typed("events"));
  const good = signedHeaders(body, sign);
  const { "X-Signature-Ed25519": signature = "", "X-Signature-Timestamp": time = "" } = good;
  const altered = (signature.startsWith("0") ? "1" : "0") + signature.slice(1);
  const wrong: [string, Record<string, string>][] = [
    [body, { ...good, "X-Signature-Ed25519": altered }],
    [body, { ...good, "X-Signature-Timestamp": `${Number(time) + 1}` }],
    [body.replace("events", "wishes"), good],
    [body, signedHeaders(body, sign, -310)],
    [body, signedHeaders(body, sign, 310)],
    [body, signedHeaders(body, byOpenssl(makeKeys("other")))],
    [body, { "Content-Type": "application/json" }],
  ];
  for (const [text, headers] of wrong) assert.equal((await post(text, headers)).status, 401);
  assert.equal((await post(body, good)).status, 200);
});

test("a command that Python has signed is answered, where it has a package for Ed25519", async () => {
  const isThere = ["cryptography", "nacl"].some(
    (each) => spawnSync("python3", ["-c", `import ${each}`]).status === 0,
  );
  if (!isThere) return;
  assert.equal((await ask(typed("events"), byPython(keys))).type, 4);
});
