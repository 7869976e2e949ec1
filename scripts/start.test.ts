import assert from "node:assert/strict";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  globSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildWeb, buildWorker } from "./lib/builds.ts";
import { emulatorSecret, startEmulatorProcess } from "./lib/emulator.ts";
import { killBotAndGateway } from "./lib/kill-for-tests.ts";
import { endAll } from "./lib/lifetime.ts";
import { descendants, openFiles, openToOthers, runs } from "./lib/looks-for-tests.ts";
import { inRoot } from "./lib/paths.ts";
import { Running, temporaryData } from "./lib/running.ts";
import { until } from "./lib/signed-in.ts";

before(async () => {
  await buildWeb();
  await buildWorker();
});
after(endAll);

const signIn = (running: Running, username: string, password = "command-centre") =>
  fetch(`${running.address}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: running.address },
    body: JSON.stringify({ username, password }),
  });

async function as(running: Running, username: string, password?: string) {
  const response = await signIn(running, username, password);
  assert.equal(response.status, 200, await response.text());
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${running.address}${path}`, {
      method,
      headers: { Cookie: cookie, Origin: running.address, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { call };
}

/** Kills one of a start's processes, all others of which have to end. @param victim chooses it of those below the first */
async function expectEnd(running: Running, victim: (below: number[]) => number | undefined): Promise<void> {
  const below = descendants(running.child.pid ?? 0).map((each) => Number.parseInt(each, 10));
  process.kill(victim(below) ?? 0, "SIGKILL");
  const left = () => below.filter((pid) => runs(String(pid)));
  try {
    await until("what was started has ended", async () => left().length === 0);
  } finally {
    for (const pid of left()) process.kill(pid, "SIGKILL");
  }
}

/** Starts a Discord of 30 members with another application; returns its address and the settings that name it. */
async function otherDiscord() {
  const [clientId, guildId] = ["2200000000000000001", "2200000000000000002"];
  const bot = `${Buffer.from(clientId).toString("base64url")}.GOther.another-bot-token-for-another-server-00`;
  const address = await startEmulatorProcess("discord", {
    CLIENT_ID: clientId,
    GUILD_ID: guildId,
    BOT_TOKEN: bot,
    CLIENT_SECRET: "another-secret",
    GUILD_SIZE: "30",
  });
  const settings = {
    DISCORD_API_URL: `${address}/api/v10`,
    DISCORD_AUTHORIZE_URL: `${address}/oauth2/authorize`,
    DISCORD_CLIENT_ID: clientId,
    DISCORD_CLIENT_SECRET: "another-secret",
    DISCORD_PUBLIC_KEY: "ab".repeat(32),
    DISCORD_GUILD_ID: guildId,
    DISCORD_BOT_TOKEN: bot,
  };
  return { address, settings };
}

test("npm start brings up the demo, keeps its data, starts fresh when told to, and leaves no process behind, even when killed", async (t) => {
  using data = temporaryData();
  let name = "";

  await t.test("the first start serves the demo, which all demo accounts can sign in to", async () => {
    const open = openSync(inRoot("LICENSE"), "r");
    await using running = await Running.start("start", { data: data.folder, descriptor: open });
    closeSync(open);
    await running.waitFor("Ctrl-C");
    const ready = running.output.split("\n").filter((line) => line.includes("is ready at"));
    assert.deepEqual(ready, [`Command Centre is ready at ${running.address}`]);

    for (const username of ["admin", "officer", "crm_manager", "recruiter", "onboarding", "member"]) {
      assert.equal((await signIn(running, username)).status, 200, username);
    }
    assert.equal((await signIn(running, "admin", "another-password")).status, 401);

    const page = await fetch(`${running.address}/crm`, { headers: { Accept: "text/html" } });
    assert.match(await page.text(), /<div id="root">/);

    const admin = await as(running, "admin");
    // The dashboard has figures from its first page on: the server is synced, and a sync finds no news.
    const stats = (await (await admin.call("GET", "/api/dashboard/stats/1")).json()) as {
      [name: string]: number;
    } & { pipelineStats: Record<string, number> };
    assert.equal(Object.values(stats.pipelineStats).filter((count) => count > 0).length, 6);
    for (const name of ["activeProspects", "totalMembers", "overdueTasks", "memberChangePercent"])
      assert.ok((stats[name] ?? 0) > 0, name);
    const sync = await admin.call("POST", "/api/discord/sync-members/1");
    assert.equal(sync.status, 200);
    const news = (await sync.json()) as Record<string, number>;
    assert.deepEqual([news["added"], news["updated"], news["left"]], [0, 0, 0]);

    // The demo's hangars have ships of the emulated UEX, with photos; a ship sync finds no news.
    const ships = (await (await admin.call("GET", "/api/uex/ships")).json()) as { urlPhoto: string | null }[];
    assert.ok(ships.length > 290, String(ships.length));
    const shipSync = (await (await admin.call("POST", "/api/uex/sync-ships")).json()) as Record<
      string,
      number
    >;
    assert.deepEqual([shipSync["added"], shipSync["updated"], shipSync["removed"]], [0, 0, 0]);
    const url = encodeURIComponent(ships.find(({ urlPhoto }) => urlPhoto)?.urlPhoto ?? "");
    const photo = await admin.call("GET", `/api/uex/image-proxy?url=${url}&w=320`);
    assert.match(photo.headers.get("Content-Type") ?? "", /^image\//);

    const added = await admin.call("POST", "/api/prospects", { displayName: "Kept Person" });
    assert.ok(added.ok, await added.text());
    name = "Kept Person";

    const children = descendants(running.child.pid ?? 0);
    assert.ok(
      children.some((each) => each.includes("workerd")),
      children.join("\n"),
    );
    const pids = [running.child.pid, ...children.map((each) => each.split(" ")[0])];
    assert.deepEqual(
      pids.flatMap(openFiles).filter((path) => path.endsWith("/LICENSE")),
      [],
    );
    assert.equal(await running.ended("SIGTERM"), 0);
    const left = children.filter((each) => runs(each.split(" ")[0] ?? ""));
    assert.deepEqual(left, []);
    assert.match(running.output, /ots are kept apart at level [1-4] of 4, /);
    assert.deepEqual(openToOthers(data.folder), []);
    for (const name of ["settings.env", "demo/gateway-port", "demo/v3"]) {
      assert.ok(existsSync(join(data.folder, name)), name);
      chmodSync(join(data.folder, name), 0o777);
    }
  });

  await t.test(
    "the second start keeps the data, and shows no false status of bots that were killed",
    async (t) => {
      await using running = await Running.start("start", {
        data: data.folder,
        settings: { EMULATOR_SECRET: emulatorSecret },
      });
      await running.waitFor("Ctrl-C");
      const admin = await as(running, "admin");
      const found = (await (await admin.call("GET", `/api/prospects/1?q=${name}`)).json()) as unknown[];
      assert.equal(found.length, 1);
      assert.deepEqual(openToOthers(data.folder), []);

      const second = await Running.start("start", { data: data.folder });
      assert.equal(await second.ended(), 1);
      assert.equal(
        second.output,
        `Command Centre already runs from this data at ${running.address}: use it, or end it first.\n`,
      );

      if (process.platform !== "linux") return t.skip("processes are found by /proc");
      const left = await killBotAndGateway(running, data.folder);
      // The command itself, which run.mjs runs.
      await expectEnd(running, ([command]) => command);
      assert.deepEqual(left(), []);
    },
  );

  await t.test(
    "--no-demo names a damaged database, and --fresh starts an empty organization with another Discord",
    async () => {
      // Another organization's data, made of the demo's, without what SQLite would mend it with.
      const filter = (path: string) => !/-(wal|shm)$/.test(path);
      cpSync(join(data.folder, "demo/v3"), join(data.folder, "own/v3"), { recursive: true, filter });
      const [file = ""] = globSync(join(data.folder, "own/v3/d1/*/*.sqlite"), {
        exclude: ["**/metadata.sqlite"],
      });
      writeFileSync(file, "This is no database. ".repeat(500));
      const broken = await Running.start("start", { data: data.folder, args: ["--no-demo"] });
      assert.equal(await broken.ended(), 1);
      assert.equal(
        broken.output,
        `The database ${file} is damaged: it is no whole SQLite database.\n` +
          "Bring back a copy, or begin anew with `npm start -- --no-demo --fresh`, which moves the earlier data aside.\n",
      );
      assert.match(readFileSync(file, "utf8"), /^This is no database\. /);

      const other = await otherDiscord();
      await using running = await Running.start("start", {
        data: data.folder,
        args: ["--no-demo", "--fresh"],
        settings: other.settings,
        isByNpm: true,
      });
      await running.waitFor("Ctrl-C");
      const [, aside = ""] = /The earlier data was moved to (\S+)\./.exec(running.output) ?? [];
      assert.match(
        readFileSync(file.replace(join(data.folder, "own"), aside), "utf8"),
        /^This is no database\. /,
      );
      assert.match(running.output, /npm run admin:create/);
      assert.equal((await signIn(running, "admin")).status, 401);

      const create = (username: string, password: string) =>
        Running.start("admin-create", {
          data: data.folder,
          args: ["--username", username, "--display-name", "Karen O'Brien", "--password-stdin"],
          input: `${password}\n`,
        });
      const short = await create("karen", "gq7!zPm");
      assert.equal(await short.ended(), 1);
      assert.equal(short.output, "The password is too short or too long: it needs 8 to 256 characters.\n");
      const made = await create("karen", "a long enough phrase");
      assert.equal(await made.ended(), 0, made.output);
      assert.match(made.output, /^New passwords need at least 8 characters here: /);
      const response = await signIn(running, "karen", "a long enough phrase");
      const user = (await response.json()) as { displayName: string; roleKey: string };
      assert.deepEqual([user.displayName, user.roleKey], ["Karen O'Brien", "administrator"]);

      const taken = await create("Karen", "another long phrase");
      assert.equal(await taken.ended(), 1);
      assert.equal(taken.output, 'The username "Karen" is taken: choose another.\n');
      const weak = await create("somebody", "Somebody");
      assert.equal(await weak.ended(), 1);
      assert.match(weak.output, /^The password is too easy to guess: .*\n$/);

      const karen = await as(running, "karen", "a long enough phrase");
      const found = (await (await karen.call("GET", `/api/prospects/1?q=${name}`)).json()) as unknown[];
      assert.equal(found.length, 0);

      // Uses another server with Discord's protocol when the settings name it.
      assert.doesNotMatch(running.output, /Discord is emulated/);
      const way = await fetch(`${running.address}/api/auth/discord`, { redirect: "manual" });
      const target = new URL(way.headers.get("Location") ?? "");
      assert.equal(target.origin, other.address);
      assert.equal(target.searchParams.get("client_id"), other.settings.DISCORD_CLIENT_ID);
      const bot = await karen.call("POST", "/api/discord-bots", {
        ...{ name: "Herald", isCrmBot: true },
        ...{ token: other.settings.DISCORD_BOT_TOKEN, clientId: other.settings.DISCORD_CLIENT_ID },
      });
      assert.ok(bot.ok, await bot.text());
      const sync = await karen.call("POST", "/api/discord/sync-members/1");
      const { added, ...rest } = (await sync.json()) as { added: number };
      assert.ok(
        added > 20 && added < 30,
        `${added} people of 30 members, bots apart: ${JSON.stringify(rest)}`,
      );
      await expectEnd(running, () => running.child.pid);
    },
  );
});
