import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, suite, type TestContext, test } from "node:test";
import { type DiscordEmulator, startDiscord } from "../../emulators/discord/index.ts";
import { BOT_BUDGET } from "../protocol.ts";
import type { LayerName } from "../sandbox/probe.ts";
import { processTable } from "../sandbox/process-table.ts";
import { verifyGatewayRequest } from "../signature.ts";
import { groupsOf } from "../testing/groups.ts";
import { TIME_LIMIT } from "../testing/time-limit.ts";
import { activitiesOf, findsNothing, logOf, sharedMemory } from "./testing/looks.ts";
import { fillsNoMoreThanItsGroup, growUntilEnded } from "./testing/memory.ts";
import { type Actor, type Stage, setStage } from "./testing/stage.ts";
import { listenEverywhere } from "./testing/surroundings.ts";

/** The files that were run, for the last test. sandbox.test.ts runs two of them. */
const played = new Set(["neighbour.js", "reads-descriptors.js", "reads-descriptors.py"]);

const variants: { title: string; without: LayerName[] }[] = [
  { title: "with everything this machine has", without: [] },
  { title: "without namespaces and mounts", without: ["bubblewrap", "process_namespace", "network"] },
  { title: "with namespaces alone", without: ["bubblewrap", "control_group"] },
];

for (const { title, without } of variants)
  suite(title, () => {
    let stage: Stage;
    let discord: DiscordEmulator;
    before(async () => {
      discord = await startDiscord({ port: 0, guildSize: 5, controlSecret: "of the demo alone" });
      stage = await setStage({
        without,
        hosts: [new URL(discord.url).host],
        ...{ quota: { bytes: 24 * 2 ** 20, entries: 2_000 }, quotaEveryMs: 250 },
      });
    });
    after(async () => {
      await stage.end();
      await discord.close();
    });

    /** Returns whether the stage has the interpreter and one of the layers; skips the test by name otherwise. */
    const can = (t: TestContext, file: string, ...oneOf: LayerName[]): boolean => {
      played.add(file);
      const framework = file.endsWith(".py") ? "discord.py" : "discord.js";
      const { version } = stage.sandbox.frameworks.find((each) => each.framework === framework) ?? {};
      if (!version) t.skip(`${framework} is not installed`);
      else if (oneOf.length > 0 && !oneOf.some((layer) => stage.has(layer)))
        t.skip(`this machine has no ${oneOf.join(" or ")}`);
      else return true;
      return false;
    };
    /** Kills a bot, and checks that nothing of it is left and the neighbour still answers. */
    const endOf = async ({ bot, id }: Actor) => {
      bot.kill("SIGKILL");
      await bot.exited;
      const rows = await processTable();
      assert.deepEqual(
        rows.filter((row) => row.session === bot.pid || row.group === bot.pid || row.pid === bot.pid),
        [],
      );
      const { uid } = lstatSync(stage.sandbox.folderOf(id));
      if (stage.has("own_uid"))
        assert.deepEqual(
          rows.filter((row) => row.uid === uid),
          [],
        );
      await stage.ask(`after bot ${id}`);
    };

    for (const file of ["reads-secrets.js", "reads-secrets.py"])
      test(`${file} reads no secret of others`, TIME_LIMIT, async (t) => {
        const layers: LayerName[] = ["own_uid", "bubblewrap"];
        if (!can(t, file, ...(file.endsWith(".js") ? (["node_permissions"] as const) : []), ...layers))
          return;
        const secrets = { SECRET: stage.treasures[0] ?? "" };
        const service = spawn(process.execPath, ["-e", "process.stdin.resume()"], { env: secrets });
        t.after(() => service.kill("SIGKILL"));
        const bot = await stage.play(file, { SERVICE_PID: String(service.pid) });
        const output = await bot.says("finished");
        assert.ok(output.includes("own-token"));
        for (const treasure of stage.treasures) assert.ok(!output.includes(treasure), treasure);
        const home = stage.sandbox.folderOf(stage.neighbour.id);
        assert.deepEqual(readdirSync(home).sort(), ["neighbour.js", "treasure.txt"]);
        await endOf(bot);
      });

    for (const file of ["reads-data.js", "reads-data.py"])
      test(`${file} finds no data of the worker and the gateway`, TIME_LIMIT, async (t) => {
        if (can(t, file)) await findsNothing(stage, file);
      });
    test("fork-bomb.js cannot start another process", TIME_LIMIT, async (t) => {
      if (!can(t, "fork-bomb.js", "node_permissions")) return;
      const bot = await stage.play("fork-bomb.js");
      await bot.says("started 0");
      await endOf(bot);
    });

    for (const file of ["fork-bomb.py", "comet.py"])
      test(`${file} is contained and ended`, TIME_LIMIT, async (t) => {
        if (!can(t, file, "own_uid", "process_namespace")) return;
        const bot = await stage.play(file);
        await bot.says(file === "fork-bomb.py" && stage.has("own_uid") ? "full" : "started");
        for (let question = 0; question < 5; question += 1) await stage.ask(`under attack ${question}`);
        if (stage.has("own_uid")) {
          const owner = lstatSync(stage.sandbox.folderOf(bot.id)).uid;
          const crowd = (await processTable()).filter(({ uid }) => uid === owner);
          assert.ok(crowd.length <= 64, `${crowd.length} processes`);
        }
        const left = bot.output().includes("left");
        assert.equal(left, file === "fork-bomb.py" && !stage.has("bubblewrap"));
        await endOf(bot);
      });

    for (const file of ["leaves-daemon.py", "leaves-memory.py"])
      test(`${file} leaves nothing behind when it ends by itself`, TIME_LIMIT, async (t) => {
        if (!can(t, file, "own_uid", "process_namespace")) return;
        const bot = await stage.play(file);
        await bot.says("finished");
        assert.deepEqual(await bot.bot.exited, { code: 0, signal: null });
        assert.deepEqual(sharedMemory(), []);
        await endOf(bot);
      });

    for (const file of ["busy-loop.js", "busy-loop.py"])
      test(`${file} does not keep its neighbour from answering`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const bot = await stage.play(file);
        await bot.says("started");
        for (let question = 0; question < 5; question += 1) await stage.ask(`beside a busy bot ${question}`);
        bot.bot.kill("SIGTERM");
        await endOf(bot);
      });

    for (const file of ["takes-memory.js", "takes-memory.py"])
      test(`${file} cannot allocate a gigabyte`, TIME_LIMIT, async (t) => {
        if (!can(t, file, "limits")) return;
        const bot = await stage.play(file);
        // A process may be refused the memory that it asks for, or be ended for it.
        await Promise.race([bot.says("finished").catch(() => null), bot.bot.exited]);
        const most = Math.max(
          ...[...bot.output().matchAll(/^has (\d+)$/gm)].map(([, megabytes]) => Number(megabytes)),
        );
        assert.ok(most >= 32 && most <= 256, `${most} MB`);
        if (stage.has("bubblewrap")) assert.doesNotMatch(bot.output(), /^hidden [^0]/m);
        await endOf(bot);
      });

    for (const file of ["floods-log.js", "floods-log.py"])
      test(`${file} gets at most a minute's budget into the log`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const bot = await stage.play(file);
        const bytes = await logOf(bot);
        assert.ok(bytes > BOT_BUDGET.logBytes / 2 && bytes <= BOT_BUDGET.logBytes, `${bytes}`);
        await stage.ask(`beside ${file}`);
        await endOf(bot);
      });

    test("floods-reports.js is slowed down while its reports are not read", TIME_LIMIT, async (t) => {
      if (!can(t, "floods-reports.js")) return;
      const bot = await stage.play("floods-reports.js");
      bot.bot.reports.pause();
      await bot.says("started");
      bot.bot.commands.write(`${"never read ".repeat(10_000)}\n`);
      await stage.ask("beside a flood");
      await endOf(bot);
    });

    for (const file of ["floods-activities.js", "floods-activities.py"])
      test(`${file} gets at most a minute's budget of activities stored`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const guildId = "1100000000000000002";
        const bot = await stage.play(file, { TIMES: "60", DISCORD_GUILD_ID: guildId });
        const { passedOn, messages } = await activitiesOf(bot, guildId);
        assert.equal(passedOn, BOT_BUDGET.activities);
        assert.match(messages, new RegExp(`^Left out .*: ${12_000 - BOT_BUDGET.activities} activities`));
        await endOf(bot);
      });

    for (const file of ["fills-disk.js", "fills-disk.py", "keeps-deleted.js", "keeps-deleted.py"])
      test(`${file} is ended for its files, which are gone at the next start`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        // Only root can see which files another process has mapped.
        const bot = await stage.play(file, { MAPPED: stage.has("own_uid") ? "yes" : "" });
        await bot.bot.exited;
        assert.match(bot.output(), /The bot's files are more than 24 MB or 2000 files: ended\./);
        assert.match(bot.output(), /^It was over its quota: what /m);
        assert.deepEqual(readdirSync(stage.sandbox.folderOf(bot.id)), [file]);
        await endOf(bot);
      });

    for (const file of ["outruns-quota.js", "outruns-quota.py"])
      test(`${file} is ended for its disk usage, and none of its files stay`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const bot = await stage.play(file);
        await bot.bot.exited;
        const output =
          /^It was over its quota: what this run wrote was deleted, \d+ files and folders of \d+ MB\.$/m;
        assert.match(bot.output(), output);
        t.diagnostic(`${file}: ${output.exec(bot.output())?.[0]}`);
        const folders = [stage.sandbox.folderOf(bot.id), "/tmp", "/var/tmp", "/dev/shm"];
        const names = folders.flatMap((folder) => readdirSync(folder, { encoding: "latin1" }));
        const left = names.filter((name) => name.startsWith(`outruns-${bot.id}-`));
        assert.deepEqual(left, []);
        await endOf(bot);
      });

    const memoryMax = 96 * 2 ** 20;
    for (const file of ["shares-memory.js", "shares-memory.py"])
      test(`${file} is ended for the memory of all its processes together`, TIME_LIMIT, async (t) => {
        if (!can(t, file, "limits")) return;
        const bot = await stage.play(file);
        const { end, used } = await growUntilEnded(bot, memoryMax);
        assert.equal(end.reason, "memory");
        assert.match(end.detail ?? "", /^It used \d+ MB of memory; it may have 96 MB\.$/);
        assert.ok(used >= 96 && used <= 120, `${used} MB`);
        await endOf(bot);
        if (stage.has("control_group")) await fillsNoMoreThanItsGroup(stage, file, memoryMax);
      });

    for (const file of ["leaves-group.js", "leaves-group.py"])
      test(`${file} changes no control group`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const bot = await stage.play(file);
        assert.doesNotMatch(await bot.says("finished"), /^changed/m);
        const group = groupsOf(bot.bot.pid);
        assert.ok(
          group.every((folder) => folder.includes("/command-centre-") === stage.has("control_group")),
        );
        await endOf(bot);
      });

    test("plants-links.py cannot make the gateway touch files outside its folder", TIME_LIMIT, async (t) => {
      if (!can(t, "plants-links.py")) return;
      const passwords = lstatSync("/etc/passwd");
      const bot = await stage.play("plants-links.py");
      await bot.says("finished");
      await bot.bot.exited;
      const folder = await stage.sandbox.prepareFolder(bot.id);
      assert.deepEqual(readdirSync(folder), []);
      assert.ok(lstatSync(folder).isDirectory());
      const { uid, mode } = lstatSync("/etc/passwd");
      assert.deepEqual({ uid, mode }, { uid: passwords.uid, mode: passwords.mode });
      const treasure = join(stage.sandbox.folderOf(stage.neighbour.id), "treasure.txt");
      assert.equal(readFileSync(treasure, "utf8"), stage.treasures[2]);
      assert.equal(lstatSync(treasure).uid, lstatSync(stage.sandbox.folderOf(stage.neighbour.id)).uid);
      await endOf(bot);
    });

    for (const file of ["kills-others.js", "kills-others.py"])
      test(`${file} signals no other process`, TIME_LIMIT, async (t) => {
        if (!can(t, file, "own_uid", "process_namespace")) return;
        const bystander: ChildProcess = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
        await once(bystander, "spawn");
        t.after(() => bystander.kill("SIGKILL"));
        const bot = await stage.play(file);
        await bot.says("finished");
        assert.equal(bystander.exitCode ?? bystander.signalCode, null);
        await endOf(bot);
      });

    for (const file of ["calls-gateway.js", "calls-gateway.py"])
      test(`${file} gets its orders refused`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const server = createServer(async (request, response) => {
          const genuine = await verifyGatewayRequest("s".repeat(32), {
            method: request.method ?? "",
            url: `http://gateway${request.url}`,
            body: "{}",
            header: (name) => request.headersDistinct[name]?.[0],
          });
          response.writeHead(genuine ? 200 : 401).end();
        });
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        t.after(() => server.close());
        const { port } = server.address() as AddressInfo;
        const bot = await stage.play(file, { GATEWAY_URL: `http://127.0.0.1:${port}` });
        const refused = stage.has("network") ? /answers (none ?)+$/m : /answers (401 ?)+$/m;
        assert.match(await bot.says("finished"), refused);
        await endOf(bot);
      });

    for (const file of ["reaches-others.js", "reaches-others.py"])
      test(`${file} reaches Discord only, and none of the emulator's controls`, TIME_LIMIT, async (t) => {
        if (!can(t, file)) return;
        const isAlone = stage.has("network");
        const surroundings = await listenEverywhere(t);
        const [, neighbours = ""] = /listens on (\d+)/.exec(stage.neighbour.output()) ?? [];
        const bot = await stage.play(file, {
          // Without a network of its own a bot reaches all of them, and real services of this machine too.
          PORTS: isAlone ? [...surroundings.ports, neighbours].join(",") : "",
          UDP_PORT: String(surroundings.udpPort),
          ABSTRACT: surroundings.abstract,
          // Scanning all ports once is enough.
          LAST_PORT: without.length === 0 ? "65535" : "1024",
          DISCORD_API_URL: discord.apiUrl,
        });
        const report = /^\{"reached".*$/m.exec(await bot.says("finished"))?.[0] ?? "{}";
        const { reached, held: open, statuses, refusal } = JSON.parse(report);
        assert.deepEqual(reached, []);
        assert.ok(open <= 64, `${open} connections`);
        assert.deepEqual(statuses, [200, 404, 404, 404]);
        if (isAlone)
          assert.match(refusal, /api\.example\.org:443 cannot be reached: bots reach Discord alone/);
        assert.equal(surroundings.visits(), 0);
        await endOf(bot);
      });
  });

test("runs every file of the folder", () => {
  const corpus = readdirSync(import.meta.dirname).filter((name) => /\.(js|py)$/.test(name));
  assert.deepEqual([...played].sort(), corpus.sort());
  assert.ok(existsSync(join(import.meta.dirname, "neighbour.js")));
});
