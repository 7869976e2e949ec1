import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { everythingStored } from "../../testing/inspect.ts";
import { runs } from "../../testing/runs.ts";
import { type Answer, type Caller, freshDatabase, person, rows } from "../../testing/world.ts";
import {
  askedOfGateway,
  fromGateway,
  type GatewayRequest,
  gateway,
  makeBot,
  makeFile,
  report,
} from "./testing/bots.factory.ts";

const SECRET = "MTE4MDAwMDAwMDAwMDAwMDAwMQ.crmbot.the-token-that-nobody-takes-9431";
const OWN = "MTE4MDAwMDAwMDAwMDAwMDAwMg.others.a-token-of-an-ordinary-bot-7702";

/** Encodings in which a hostile file prints its token, so that a search for the token does not find it. */
const SHAPES: Record<string, (token: string) => string> = {
  plain: (token) => token,
  reversed: (token) => [...token].reverse().join(""),
  base64: (token) => btoa(token),
  hex: (token) => [...token].map((each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join(""),
  split: (token) => [...token].join(" "),
  dashed: (token) => [...token].join("-"),
};
const shapes = Object.keys(SHAPES);
const FORBIDDEN = Object.values(SHAPES).map((shape) => shape(SECRET));

let printed: string[];
beforeEach(() => {
  printed = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push(JSON.stringify(words.map((word) => (word instanceof Error ? word.stack : word))));
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** An officer's act: a call by its index in `CALLS`, with the indexes of a bot and a shape. */
const step = fc.record({
  call: fc.nat({ max: 19 }),
  bot: fc.nat({ max: 2 }),
  shape: fc.nat({ max: shapes.length - 1 }),
});
type Step = { bot: number; main: number; newest: number; shape: string };
const source = ({ shape }: Step) => `console.log(${shape}(process.env.DISCORD_TOKEN));\n`;

const CALLS: ((step: Step) => [string, string, Record<string, unknown>?])[] = [
  ({ bot }) => ["POST", `/api/discord-bots/${bot}/start`],
  ({ bot }) => ["POST", `/api/discord-bots/${bot}/restart`],
  ({ bot }) => ["POST", `/api/discord-bots/${bot}/stop`],
  ({ bot }) => ["DELETE", `/api/discord-bots/${bot}`],
  ({ bot }) => ["GET", `/api/discord-bots/${bot}/logs`],
  ({ bot }) => ["GET", `/api/discord-bots/${bot}/files`],
  ({ bot }) => ["GET", `/api/discord-bots/${bot}/disk-files`],
  ({ bot }) => ["POST", `/api/discord-bots/${bot}/sync-files`],
  ({ bot }) => ["POST", `/api/discord-bots/${bot}/command/syncmembers`],
  ({ bot }) => ["PATCH", `/api/discord-bots/${bot}`, { name: "Mine" }],
  ({ bot }) => ["PATCH", `/api/discord-bots/${bot}/auto-start`, { autoStart: true }],
  ({ bot }) => ["PATCH", `/api/discord-bots/${bot}/token`, { token: OWN }],
  ({ bot }) => ["PATCH", `/api/discord-bots/${bot}/invite-url`, { inviteUrl: "https://example.org/in" }],
  ({ bot }) => ["PATCH", `/api/discord-bots/${bot}/crm`, { version: 1 }],
  () => ["POST", "/api/discord-bots", { name: "Next", token: OWN }],
  () => ["POST", "/api/discord-bots", { name: "Next", isCrmBot: true }],
  (at) => ["PATCH", `/api/bot-files/${at.main}`, { content: source(at) }],
  (at) => [
    "POST",
    "/api/bot-files",
    { botId: at.bot, fileName: `${at.shape}.js`, content: source(at), isMainFile: true },
  ],
  ({ main }) => ["POST", `/api/bot-files/${main}/revert`, { toVersion: 1, version: 2 }],
  ({ newest }) => ["DELETE", `/api/bot-files/${newest}`],
];

type Order = { token?: string; runId?: number; files?: { isMain: boolean; content: string }[] };

/** The output of the bots that the gateway was ordered to start: each prints its token as in its main file. */
async function letBotsPrint(orders: GatewayRequest[]): Promise<void> {
  for (const { path, body } of orders) {
    const { token = "", files = [] } = body as Order;
    const [, botId] = /^POST \/bots\/(\d+)\/(?:re)?start$/.exec(path) ?? [];
    const [, shape] = /\((\w+)\(process/.exec(files.find(({ isMain }) => isMain)?.content ?? "") ?? [];
    const message = SHAPES[shape ?? ""]?.(token);
    if (!botId || !message) continue;
    const lines = [{ timestamp: new Date().toISOString(), level: "info", message }];
    await fromGateway("reports", report({ logs: [{ botId: Number(botId), lines }] }));
  }
}

/** Sends the steps as an officer; returns everything visible afterwards, and the requests to the gateway. */
async function play(
  officer: Caller,
  steps: readonly { call: number; bot: number; shape: number }[],
  crm: number,
) {
  const seen: string[] = [];
  const bots = [crm, crm + 1, crm + 2];
  let asked = 0;
  for (const each of steps) {
    const bot = bots[each.bot] ?? crm;
    const shape = shapes[each.shape] ?? "plain";
    const [files] = await rows<{ main: number | null; newest: number | null }>(
      "select max(iif(is_main_file, id, null)) as main, max(id) as newest from bot_files where bot_id = ?",
      bot,
    );
    const { main, newest } = files ?? {};
    const [method, path, body] = CALLS[each.call]?.({ bot, main: main ?? 0, newest: newest ?? 0, shape }) ?? [
      "",
      "",
    ];
    const answer: Answer = await officer.call(method, path, { body });
    seen.push(answer.text + JSON.stringify([...answer.headers]));
    const requests = await askedOfGateway();
    await letBotsPrint(requests.slice(asked));
    asked = requests.length;
  }
  for (const bot of bots) seen.push((await officer.call("GET", `/api/discord-bots/${bot}/logs`)).text);
  const requests = await askedOfGateway();
  return { seen: [...seen, ...printed, await everythingStored()], requests };
}

it("after any sequence of calls by an officer nothing holds the CRM bot's token, nor was it ordered to run", async () => {
  await resetDiscord();
  const hostile = shapes.map((_, shape) => [
    { call: 16, bot: 0, shape },
    { call: 0, bot: 0, shape },
  ]);
  const takesOver = [
    { call: 3, bot: 0, shape: 1 },
    { call: 14, bot: 1, shape: 1 },
    { call: 8, bot: 2, shape: 1 },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      await freshDatabase();
      await gateway("reset");
      const officer = await person("officer");
      const crm = await makeBot({ isCrm: true, token: SECRET, name: "Keeper" });
      await makeBot({ token: OWN });
      await makeFile(crm, "spare.js");
      await gateway("state", { botId: crm, status: "running" });
      const { seen, requests } = await play(officer, steps, crm);
      const leaks = FORBIDDEN.filter((shape) => seen.some((text) => text.includes(shape)));
      expect(leaks).toEqual([]);
      expect(JSON.stringify(requests)).not.toContain(SECRET);
      const onCrm = new RegExp(`^(POST|DELETE) /bots/${crm}(/(start|restart|stop))?$`);
      expect(requests.filter(({ path }) => onCrm.test(path))).toEqual([]);
      expect(await rows("select id from bots where is_crm_bot = 1")).toEqual([{ id: crm }]);
      // Discord received it only as the worker's authorization.
      const calls = await control<{ authorization?: string }[]>("requests");
      const sent = JSON.stringify(calls.map(({ authorization: _, ...rest }) => rest));
      expect(FORBIDDEN.filter((shape) => sent.includes(shape))).toEqual([]);
    }),
    { ...runs(3, 5), examples: [[hostile.flat()], [takesOver]] },
  );
});
