import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import { settingsSchema } from "../worker/lib/settings.schema.ts";

const data = mkdtempSync(join(tmpdir(), "refused-starts-"));
process.env["DATA_DIR"] = data;
// The data folder is read once, when these modules are loaded.
const { Failure } = await import("./lib/failure.ts");
const { endAll } = await import("./lib/lifetime.ts");
const { take } = await import("./lib/lock.ts");
const { prepareOrganization } = await import("./lib/organization.ts");
const { organizationFolder } = await import("./lib/paths.ts");
const { freePort } = await import("./lib/ports.ts");
const { checkSettings, readOwnSettings } = await import("./lib/settings.ts");

const { argv, env } = process;
beforeEach(async () => {
  process.env = { ...env, PORT: String(await freePort()), VARS_FILE: join(data, "no.vars") };
  for (const name of Object.keys(settingsSchema.shape)) delete process.env[name];
});
afterEach(() => {
  process.env = env;
  process.argv = argv;
});
after(async () => {
  await endAll();
  rmSync(data, { recursive: true, force: true });
});

// How a command says a refusal, and its exit code, is seen at real starts: start.test.ts and damage.test.ts.

/** Prepares a start that must be refused; returns the sentence. */
async function refusal(settings: Record<string, string>, args: string[] = []): Promise<string> {
  Object.assign(process.env, settings);
  process.argv = [...argv.slice(0, 2), ...args];
  const refused: unknown = await prepareOrganization("npm start").then(
    () => assert.fail("It was not refused."),
    (error: unknown) => error,
  );
  assert.ok(refused instanceof Failure, String(refused));
  return refused.message;
}

/** Returns the files that a refused start left in the data folder, without the folders that it may prepare. */
const databases = () =>
  readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));

test("refuses a port in use in one sentence", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    assert.match(await refusal({ PORT: String(port) }), new RegExp(`^Port ${port} is already in use: .*$`));
  } finally {
    server.close();
  }
});

const folder = organizationFolder("demo");

/** A process that claims the demo for a port, says how that went, and stays. */
const CLAIMER = `
  const { claim } = await import(${JSON.stringify(new URL("lib/lock.ts", import.meta.url).href)});
  await claim(process.argv[1], Number(process.argv[2])).then(() => console.log("claimed"), ({ message }) => console.log(message));
  setInterval(() => {}, 1000);`;

test("of starts at the same moment one gets the data, until it ends, however it ends", async () => {
  const claimers = await Promise.all(
    ["9001", "9002", "9003"].map(async (port) => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", CLAIMER, folder, port], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [output] = (await once(child.stdout, "data")) as [Buffer];
      return { child, port, output: String(output).trim() };
    }),
  );
  try {
    const [winner, ...more] = claimers.filter(({ output }) => output === "claimed");
    assert.ok(winner && more.length === 0, claimers.map(({ output }) => output).join("\n"));
    for (const { output } of claimers.filter((each) => each !== winner))
      assert.match(output, /^Command Centre already runs from this data\b.*: use it, or end it first\.$/);
    assert.equal(
      await refusal({}),
      `Command Centre already runs from this data at http://localhost:${winner.port}: use it, or end it first.`,
    );
    winner.child.kill("SIGKILL");
    await once(winner.child, "exit");
    const giveBack = await take(folder);
    assert.ok(giveBack);
    await giveBack();
  } finally {
    for (const { child } of claimers) child.kill("SIGKILL");
  }
});

test("waits for the end of the worker of a start that was killed", async () => {
  const server = createServer().unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "running"), String(typeof address === "object" && address?.port));
  let asked = 0;
  server.on("connection", (socket) => {
    asked += 1;
    socket.destroy();
    if (asked === 2) server.close();
  });
  const giveBack = await take(folder);
  assert.equal(asked, 2);
  await giveBack?.();
});

test("refuses an invalid port in one sentence", async () => {
  assert.match(await refusal({ PORT: "eighty" }), /^Setting PORT is not right: .*$/);
});

test("names each missing Discord credential before it makes a database", async () => {
  const output = await refusal({ DISCORD_CLIENT_ID: "123456789012345678", DISCORD_GUILD_ID: "my server" });
  assert.match(output, /^Setting DISCORD_CLIENT_SECRET is missing: /m);
  assert.match(output, /^Setting DISCORD_PUBLIC_KEY is missing: /m);
  assert.match(output, /^Setting DISCORD_GUILD_ID is not right: /m);
  assert.doesNotMatch(output, /DISCORD_CLIENT_ID|my server/);
  assert.deepEqual(databases(), []);
});

test("refuses a bot token that the gateway would not run, before it is stored", () => {
  const token = "secret".repeat(100);
  assert.throws(() => checkSettings({ DISCORD_BOT_TOKEN: token }), {
    message: /^Setting DISCORD_BOT_TOKEN is not right: (?!.*secret)/,
  });
});

test("takes a bot token without the line break after it", () => {
  process.env["DISCORD_BOT_TOKEN"] = "token.of-a.bot_0123456789\r\n";
  assert.equal(readOwnSettings()["DISCORD_BOT_TOKEN"], "token.of-a.bot_0123456789");
});

test("refuses the demo at an address that is reachable from elsewhere, before it makes a database", async () => {
  const output = await refusal({ APP_URL: "https://command.example.org" });
  assert.match(
    output,
    /^The demo, with its public passwords, is only for a local database, but APP_URL is .*$/,
  );
  assert.deepEqual(databases(), []);
});

test("refuses an unknown option in one sentence", async () => {
  assert.match(await refusal({}, ["--frehs"]), /^"--frehs" is not understood: .*$/);
});
