import assert from "node:assert/strict";
import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, open, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type DiscordEmulator, startDiscord } from "../../emulators/discord/index.ts";
import { groupsOf } from "../testing/groups.ts";
import type { LayerName } from "./probe.ts";
import { descendantsOf, processTable, startOf } from "./process-table.ts";
import { type ProbeOptions, probeSandbox } from "./sandbox.ts";
import type { BotProcess, Sandbox } from "./sandbox.types.ts";

const runtime = fileURLToPath(new URL("../runtime", import.meta.url));

async function probed(options: Partial<ProbeOptions> = {}): Promise<{ sandbox: Sandbox; root: string }> {
  const root = await mkdtemp(join(tmpdir(), "sandbox-"));
  const limits = { memoryMegabytes: 96 };
  return { root, sandbox: await probeSandbox({ root, runtime, require: "process", limits, ...options }) };
}

/** Starts a script as a bot that ends with the test. */
async function run(t: TestContext, sandbox: Sandbox, botId: number, script: string): Promise<BotProcess> {
  const folder = await sandbox.prepareFolder(botId);
  await writeFile(join(folder, "bot.js"), script);
  const environment = { PATH: "/usr/bin:/bin", HOME: folder, BOT_ID: String(botId) };
  const order = {
    botId,
    framework: "discord.js",
    folder,
    mainFile: "bot.js",
    token: "t",
    environment,
  } as const;
  const bot = await sandbox.spawn(order);
  bot.stdout.setEncoding("utf8");
  bot.stderr.resume();
  bot.reports.setEncoding("utf8");
  t.after(async () => {
    bot.kill("SIGKILL");
    await bot.exited;
  });
  return bot;
}

const isOn = (sandbox: Sandbox, layer: LayerName) =>
  sandbox.isolation.layers.some(({ name, on }) => name === layer && on);

/** Layers that each variant switches off: none, bubblewrap, the namespace too, all tools. */
const VARIANTS: LayerName[][] = [
  [],
  ["bubblewrap"],
  ["bubblewrap", "process_namespace"],
  ["bubblewrap", "process_namespace", "own_uid", "no_new_privileges", "limits"],
];

for (const without of VARIANTS)
  suite(`without ${without.join(", ") || "any layer switched off"}`, () => {
    const ownMachine = without.includes("own_uid");
    let [sandbox, root, discord] = [{} as Sandbox, "", {} as DiscordEmulator];
    before(async () => {
      discord = await startDiscord({ port: 0 });
      ({ sandbox, root } = await probed({ without, ownMachine, hosts: [new URL(discord.url).host] }));
    });
    after(async () => {
      await discord.close();
      await rm(root, { recursive: true, force: true });
    });

    test("reports the highest level that its layers reach, and virtual_machine on a machine of the bot's own", () => {
      const possible = isOn(sandbox, "bubblewrap")
        ? "bubblewrap"
        : isOn(sandbox, "own_uid")
          ? "own_uid"
          : "process";
      assert.equal(sandbox.isolation.level, ownMachine ? "virtual_machine" : possible);
      for (const name of without) assert.ok(!isOn(sandbox, name), name);
    });

    test("gives a bot its own environment and token and the modules it may import, and discord.js signs in", async (t) => {
      process.env["CANARY"] = "of the gateway";
      t.after(() => delete process.env["CANARY"]);
      const bot = await run(
        t,
        sandbox,
        1,
        `import { Client, version } from "discord.js";
         import * as module from "command-centre";
         console.log(JSON.stringify({ names: Object.keys(process.env), token: process.env.DISCORD_TOKEN, version,
           isThere: typeof module === "object" }));
         const client = new Client({ intents: 387, rest: { api: ${JSON.stringify(discord.apiUrl.replace("/v10", ""))} } });
         client.once("clientReady", () => { console.log("READY as " + client.user.id); process.exit(0); });
         client.login(${JSON.stringify(discord.botToken)});`,
      );
      let output = "";
      for await (const chunk of bot.stdout) output += chunk;
      const [report = "", ready] = output.split("\n");
      assert.equal(ready, `READY as ${discord.clientId}`);
      const { names, token, version, isThere } = JSON.parse(report);
      const allowed = ["PATH", "HOME", "BOT_ID", "DISCORD_TOKEN", "PWD", "OLDPWD", "SHLVL", "_"];
      assert.deepEqual(
        names.filter((name: string) => !allowed.includes(name)),
        [],
      );
      assert.deepEqual({ token, isThere }, { token: "t", isThere: true });
      assert.equal(version, sandbox.frameworks[0]?.version);
    });

    test("reports the exit code and signal of a bot", async (t) => {
      const one = await run(t, sandbox, 1, "process.exit(7);");
      assert.deepEqual(await one.exited, { code: 7, signal: null });
      const two = await run(t, sandbox, 1, "process.abort();");
      assert.deepEqual(await two.exited, { code: null, signal: "SIGABRT" });
    });

    test("delivers SIGTERM to the bot itself, and passes lines in both directions", async (t) => {
      const bot = await run(
        t,
        sandbox,
        1,
        `process.stdin.once("data", (data) => require("node:fs").writeSync(3, "heard " + data));
         process.on("SIGTERM", () => process.exit(5));
         console.log("ready");`,
      );
      await once(bot.stdout, "data");
      bot.commands.write("hello\n");
      assert.deepEqual(await once(bot.reports, "data"), ["heard hello\n"]);
      while ((await bot.memoryBytes()) < 20 * 2 ** 20) await setImmediate();
      bot.kill("SIGTERM");
      assert.deepEqual(await bot.exited, { code: 5, signal: null });
      assert.equal(await bot.memoryBytes(), 0);
      bot.kill("SIGKILL");
    });

    test("runs one process per bot, with a main file in its own folder", async (t) => {
      await run(t, sandbox, 1, "setInterval(() => undefined, 1_000);");
      const folder = sandbox.folderOf(1);
      const order = { botId: 1, framework: "discord.js", folder, token: "t", environment: {} } as const;
      await assert.rejects(sandbox.spawn({ ...order, mainFile: "bot.js" }), /Bot 1 is still running/);
      const other = { ...order, botId: 2, folder: sandbox.folderOf(2) };
      await assert.rejects(sandbox.spawn({ ...other, mainFile: "../1/bot.js" }), /outside of its folder/);
    });

    test("keeps a bot from the folder of another whose number begins with its own", async (t) => {
      if (!isOn(sandbox, "node_permissions")) return t.skip("Node.js cannot refuse it here");
      await writeFile(join(await sandbox.prepareFolder(10), "treasure.txt"), "of bot 10");
      const bot = await run(
        t,
        sandbox,
        1,
        `try { console.log(require("node:fs").readFileSync("../10/treasure.txt", "utf8")); }
         catch (error) { console.log(error.code); }`,
      );
      assert.match(String(await once(bot.stdout, "data")), /ERR_ACCESS_DENIED|ENOENT/);
    });

    test("keeps the bot's files when it prepares a folder, and removes everything except plain files and folders", async () => {
      const folder = await sandbox.prepareFolder(6);
      await mkdir(join(folder, "lib"));
      await writeFile(join(folder, "lib", "kept.js"), "kept");
      await symlink(join(root, "sandbox.json"), join(folder, "lib", "link.js"));
      assert.equal(await sandbox.prepareFolder(6), folder);
      assert.deepEqual((await readdir(folder, { recursive: true })).sort(), ["lib", "lib/kept.js"]);
    });

    test("hands no open file to bots, and no process outlives the gateway beyond the start of the next one", async (t) => {
      for (const [botId, kind] of [
        [3, "js"],
        [4, "py"],
      ] as const) {
        const folder = await sandbox.prepareFolder(botId);
        const file = join(import.meta.dirname, `../hostile/reads-descriptors.${kind}`);
        await copyFile(file, join(folder, `bot.${kind}`));
      }
      const planted = join(root, "planted.txt");
      await writeFile(planted, "treasure of the terminal", { mode: 0o600 });
      const left = await open(planted);
      t.after(() => left.close());
      const stdio: StdioOptions = ["ignore", "pipe", "inherit", ...Array(198).fill("ignore"), left.fd];
      const gateway = spawn(
        process.execPath,
        [
          "--input-type=module",
          "-e",
          `import { probeSandbox } from ${JSON.stringify(new URL("./sandbox.ts", import.meta.url).href)};
           const sandbox = await probeSandbox(JSON.parse(process.argv[1]));
           const environment = { PATH: "/usr/bin:/bin" };
           for (const [at, { framework, version }] of sandbox.frameworks.entries()) {
             const [botId, mainFile] = [3 + at, at === 0 ? "bot.js" : "bot.py"];
             if (!version) continue;
             const bot = await sandbox.spawn({ botId, framework, folder: sandbox.folderOf(botId), mainFile, token: "t", environment });
             let output = "";
             await new Promise((resolve) => {
               // Keeps reading, because a bot whose output nobody reads ends.
               bot.stdout.on("data", (chunk) => { output += chunk; if (output.includes("finished\\n")) resolve(); });
               bot.exited.then(resolve);
             });
             console.log(JSON.stringify({ pid: bot.pid, output }));
           }
           console.log("all");`,
          JSON.stringify({ root, runtime, require: "process", limits: { memoryMegabytes: 96 }, without }),
        ],
        { stdio },
      );
      t.after(() => gateway.kill("SIGKILL"));
      let output = "";
      for await (const chunk of gateway.stdout ?? []) {
        output += chunk;
        if (/^all$/m.test(output)) break;
      }
      const bots = output
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { pid: number; output: string });
      assert.equal(bots.length, sandbox.frameworks.filter(({ version }) => version).length);
      for (const { output } of bots) {
        assert.match(output, /^finished$/m);
        assert.doesNotMatch(output, /treasure/);
      }
      const [, listed] = /^descriptors (.*)$/m.exec(bots[1]?.output ?? "descriptors 0 1 2 3") ?? [];
      assert.equal(listed, "0 1 2 3");
      const table = await processTable();
      const family = bots.flatMap(({ pid }) => descendantsOf(table, pid));
      assert.ok(family.length >= bots.length);
      const groups = bots
        .flatMap(({ pid }) => groupsOf(pid))
        .filter((folder) => folder.includes("/command-centre-"));
      assert.equal(groups.length > 0, isOn(sandbox, "control_group"));
      gateway.kill("SIGKILL");
      await once(gateway, "exit");
      await sandbox.reap();
      for (const row of family) assert.notEqual(await startOf(row.pid), row.start);
      assert.deepEqual(await readdir(join(root, "pids")), []);
      for (const folder of groups) assert.ok(!existsSync(folder), folder);
    });
  });

test("refuses a required level that this machine cannot reach, in one sentence", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "sandbox-"));
  t.after(() => rm(root, { recursive: true, force: true }));
  const without: LayerName[] = ["bubblewrap", "own_uid"];
  await assert.rejects(
    probeSandbox({ root, runtime, require: "own_uid", limits: { memoryMegabytes: 96 }, without }),
    /^Error: Bots must be kept apart at the level "own_uid", but here only "process" is possible: [^.]+\.$/,
  );
});
