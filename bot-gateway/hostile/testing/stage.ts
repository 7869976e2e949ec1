import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProbeOptions, probeSandbox } from "../../sandbox/sandbox.ts";
import type { BotProcess, Sandbox } from "../../sandbox/sandbox.types.ts";

type Layer = Sandbox["isolation"]["layers"][number]["name"];

/** A running bot and the last megabyte of its output. */
export type Actor = {
  id: number;
  bot: BotProcess;
  output(): string;
  /** Resolves with the output once it contains `text`; rejects when the bot ends without it. */
  says(text: string): Promise<string>;
};

/** A sandbox for hostile bots, with a neighbour to harm and secrets to find. */
export type Stage = {
  sandbox: Sandbox;
  /** The folder of everything that the worker and the gateway store. */
  data: string;
  /** The gateway's own folder in it. */
  root: string;
  neighbour: Actor;
  /** Secrets, each of which only its owner may print. */
  treasures: string[];
  has(layer: Layer): boolean;
  play(file: string, environment?: Record<string, string>): Promise<Actor>;
  /** Checks that the neighbour still answers. */
  ask(question: string): Promise<void>;
  end(): Promise<void>;
};

const KEPT = 1024 * 1024;

function listen(id: number, bot: BotProcess): Actor {
  let text = "";
  const waiting = new Set<() => void>();
  let hasEnded = false;
  const wake = () => {
    for (const each of waiting) each();
  };
  for (const stream of [bot.stdout, bot.stderr, bot.reports])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-KEPT);
      wake();
    });
  bot.exited.then(() => {
    hasEnded = true;
    wake();
  });
  const says = (wanted: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (text.includes(wanted)) resolve(text);
        else if (hasEnded) reject(new Error(`The bot ended without "${wanted}": ${text.slice(-500)}`));
        else return;
        waiting.delete(look);
      };
      waiting.add(look);
      look();
    });
  return { id, bot, output: () => text, says };
}

/**
 * Creates the data folder of an organization as `npm start` leaves it, with the same text in each file, around the
 * gateway's.
 */
async function layOut(data: string, secret: string): Promise<string> {
  const organization = join(data, "demo");
  const databases = join(organization, "v3/d1");
  await mkdir(databases, { recursive: true, mode: 0o700 });
  for (const passage of [data, organization]) await chmod(passage, 0o711);
  for (const file of [
    join(data, "settings.env"),
    join(organization, "discord.json"),
    join(databases, "database.sqlite"),
    join(databases, "database.sqlite-wal"),
  ])
    await writeFile(file, secret, { mode: 0o600 });
  const root = join(organization, "gateway");
  // The start closes what an earlier version left open to other users.
  await mkdir(join(root, "gateway/written"), { recursive: true });
  await writeFile(join(root, "gateway/identifies.json"), secret, { mode: 0o666 });
  await writeFile(join(root, "gateway/written/1.json"), secret, { mode: 0o666 });
  return root;
}

export async function setStage(options: Partial<ProbeOptions> = {}): Promise<Stage> {
  const data = await mkdtemp(join(tmpdir(), "bot-stage-"));
  const treasures = ["of-the-gateway", "of-the-neighbour-token", "of-the-neighbour-file"].map(
    (each) => `treasure-${each}-${Math.random().toString(36).slice(2)}`,
  );
  const [gateways = "", token = "", file = ""] = treasures;
  const root = await layOut(data, gateways);
  const sandbox = await probeSandbox({
    root,
    runtime: fileURLToPath(new URL("../../runtime", import.meta.url)),
    require: "process",
    limits: { memoryMegabytes: 96 },
    ...options,
  });
  const layers = new Map(sandbox.isolation.layers.map(({ name, on }) => [name, on]));
  await writeFile(join(root, "secret.txt"), gateways, { mode: 0o600 });
  let lastId = 0;
  const actors: Actor[] = [];

  const start = async (name: string, botToken: string, environment: Record<string, string>) => {
    lastId += 1;
    const id = lastId;
    const folder = await sandbox.prepareFolder(id);
    await copyFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(folder, name));
    if (id === 1) await writeFile(join(folder, "treasure.txt"), file, { mode: 0o644 });
    const bot = await sandbox.spawn({
      botId: id,
      framework: name.endsWith(".py") ? "discord.py" : "discord.js",
      folder,
      mainFile: name,
      token: botToken,
      environment: {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: folder,
        LANG: "C.UTF-8",
        DISCORD_TOKEN: botToken,
        BOT_ID: String(id),
        ...environment,
      },
    });
    const actor = listen(id, bot);
    actors.push(actor);
    return actor;
  };

  const neighbour = await start("neighbour.js", token, {});
  await neighbour.says("ready");
  return {
    sandbox,
    data,
    root,
    neighbour,
    treasures,
    has: (layer) => layers.get(layer) === true,
    play: (name, environment = {}) =>
      start(name, "own-token", {
        GATEWAY_PID: String(process.pid),
        NEIGHBOUR_ID: String(neighbour.id),
        DATA: data,
        NEIGHBOUR_PID: String(neighbour.bot.pid),
        ...environment,
      }),
    async ask(question) {
      neighbour.bot.commands.write(`${question}\n`);
      await neighbour.says(`pong ${question}\n`);
    },
    async end() {
      for (const { bot } of actors) bot.kill("SIGKILL");
      await Promise.all(actors.map(({ bot }) => bot.exited));
      await rm(data, { recursive: true, force: true });
    },
  };
}
