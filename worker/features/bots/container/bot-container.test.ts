import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows, value } from "../../../testing/world.ts";
import type { Bot, GatewayStatus } from "../bots.schema.ts";
import { askedOfGateway, gateway, makeBot } from "../testing/bots.factory.ts";
import { type BotContainer, restartDelay } from "./bot-container.ts";

/**
 * A fake of the platform's side of a container, since tests have none; the gateway beside the tests "listens" inside it, so
 * that all calls are made over HTTP.
 */
class FakeContainer {
  running = false;
  listens = true;
  started: { env?: Record<string, string>; enableInternet?: boolean }[] = [];
  signals: number[] = [];
  inactivity = 0;
  /** The outlets set for outgoing requests by scheme, in order. */
  outlets: [scheme: string, outlet: Fetcher, wasRunning: boolean][] = [];
  #ended: (() => void)[] = [];

  start(options: { env?: Record<string, string>; enableInternet?: boolean }) {
    if (this.running) throw new Error("it runs already");
    this.running = true;
    this.started.push(options);
  }
  monitor = () => new Promise<void>((resolve) => this.#ended.push(resolve));
  end() {
    this.running = false;
    for (const ended of this.#ended.splice(0)) ended();
  }
  destroy = async () => this.end();
  signal(number: number) {
    this.signals.push(number);
    this.end();
  }
  setInactivityTimeout = async (milliseconds: number) => {
    this.inactivity = milliseconds;
  };
  interceptOutboundHttps = async (address: string, outlet: Fetcher) => {
    expect(address).toBe("*");
    this.outlets.push(["https", outlet, this.running]);
  };
  interceptAllOutboundHttp = async (outlet: Fetcher) => {
    this.outlets.push(["http", outlet, this.running]);
  };
  getTcpPort = () => ({
    fetch: async (input: Request | string, init?: RequestInit) => {
      if (!this.running || !this.listens) throw new Error("connection refused");
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (pathname === "/live") return new Response(null, { status: 204 });
      const forwarded = new Request(String(raw["BOT_GATEWAY_URL"]) + pathname, request);
      forwarded.headers.set("x-started-with", this.started.at(-1)?.env?.["BOT_GATEWAY_SECRET"] ?? "");
      return fetch(forwarded);
    },
  });
}

let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer");
  bot = await makeBot();
});

const inContainers = { BOT_GATEWAY_URL: "" };
const stub = (id = bot) => {
  const namespace = raw.BOT_CONTAINER;
  if (!namespace) throw new Error("no binding");
  return (namespace as DurableObjectNamespace<BotContainer>).getByName(`bot-${id}`);
};

/** Gives a bot's object a container. */
async function plug(id = bot): Promise<FakeContainer> {
  const container = new FakeContainer();
  await runInDurableObject(stub(id), (instance, state) => {
    Object.defineProperty(state, "container", { value: container, configurable: true });
    Object.defineProperty(instance, "env", { value: { ...raw, ...inContainers }, configurable: true });
  });
  return container;
}
const press = async (verb: string, method = "POST") => {
  const answer = await officer.call(method, `/api/discord-bots/${bot}/${verb}`, { settings: inContainers });
  return {
    status: answer.status,
    body: (answer.text ? JSON.parse(answer.text) : {}) as Bot & { code: string },
  };
};
const look = async () => {
  const answer = await officer.call("GET", "/api/discord-bots/1/gateway", { settings: inContainers });
  return JSON.parse(answer.text) as GatewayStatus;
};
const kept = () =>
  runInDurableObject(stub(), (_, state) => state.storage.get<Record<string, unknown>>("kept"));
const alarm = () => runDurableObjectAlarm(stub());
const nextAlarm = () => runInDurableObject(stub(), (_, state) => state.storage.getAlarm());
const stored = async () => (await rows("select status, status_reason from bots where id = ?", bot))[0];

describe("without containers", () => {
  it("no bot can be started, and the page shows that", async () => {
    expect(await press("start")).toMatchObject({ status: 503, body: { code: "gateway_not_configured" } });
    expect(await look()).toMatchObject({ mode: "none", problem: "not_configured" });
    expect(await value("select count(*) from bot_runs")).toBe(0);
  });
});

describe("a bot in its own container", () => {
  it("starts with the bot, with its id and our address but without Discord's token", async () => {
    const container = await plug();
    expect(await press("start")).toMatchObject({ status: 200, body: { status: "starting" } });
    const [{ env, enableInternet } = {}] = container.started;
    // Set before it starts, so that nothing leaves it meanwhile.
    expect(enableInternet).toBe(false);
    expect(container.outlets.map(([scheme, , wasRunning]) => [scheme, wasRunning])).toEqual([
      ["https", false],
      ["http", false],
    ]);
    expect(env).toMatchObject({
      NODE_ENV: "production",
      HOST: "0.0.0.0",
      PORT: "8791",
      BOT_GATEWAY_BOT_ID: String(bot),
      WORKER_URL: raw["APP_URL"],
      DISCORD_API_URL: raw["DISCORD_API_URL"],
      NODE_EXTRA_CA_CERTS: "/etc/cloudflare/certs/cloudflare-containers-ca.crt",
    });
    // Not the secret for all bots.
    expect(env?.["BOT_GATEWAY_SECRET"]).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(env)).not.toContain(raw["BOT_GATEWAY_SECRET"]);
    expect(JSON.stringify(env)).not.toContain("planted");
    expect(JSON.stringify(await kept())).not.toContain("planted");
    expect((await nextAlarm()) ?? 0).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(container.inactivity).toBeGreaterThan(60_000);
    expect(await press("start")).toMatchObject({ status: 409, body: { code: "bot_already_running" } });
    expect(container.started).toHaveLength(1);
  });

  it("is checked while it runs", async () => {
    const container = await plug();
    await press("start");
    await gateway("state", { botId: bot, status: "running" });
    await alarm();
    expect([container.running, await nextAlarm()]).toEqual([true, expect.any(Number)]);
    expect(await look()).toMatchObject({ mode: "containers", problem: null, memoryBytes: 41_000_000 });
    expect(await value("select status from bots where id = ?", bot)).toBe("running");
  });

  it("ends its container when it is stopped", async () => {
    const container = await plug();
    await press("start");
    expect(await press("stop")).toMatchObject({ status: 200, body: { status: "stopping" } });
    expect(container.running).toBe(true);
    await alarm();
    expect([container.signals, container.running]).toEqual([[15], false]);
    await alarm();
    expect([await kept(), await nextAlarm()]).toEqual([undefined, null]);
    expect(container.started).toHaveLength(1);
  });

  it("ends its container when it does not run there any more", async () => {
    const container = await plug();
    await press("start");
    await gateway("state", { botId: bot, status: "error", reason: "token_refused" });
    await alarm();
    await alarm();
    expect(container.running).toBe(false);
  });

  it("ends its container when a gateway for all bots is set up", async () => {
    const container = await plug();
    await press("start");
    await runInDurableObject(stub(), (instance) => {
      Object.defineProperty(instance, "env", { value: { ...raw } });
    });
    await alarm();
    await alarm();
    expect([container.signals, container.running]).toEqual([[15], false]);
  });

  it("is destroyed when the bot is deleted", async () => {
    const container = await plug();
    await press("start");
    expect(
      (await officer.call("DELETE", `/api/discord-bots/${bot}`, { settings: inContainers })).status,
    ).toBe(204);
    expect([container.running, await kept(), await nextAlarm()]).toEqual([false, undefined, null]);
  });

  it("leaves no container that never listened, and answers gateway_unreachable", async () => {
    const container = await plug();
    container.listens = false;
    const answer = press("start");
    // The platform ends a container whose program ends.
    await expect.poll(() => container.started.length).toBe(1);
    await runInDurableObject(stub(), () => container.end());
    expect(await answer).toMatchObject({ status: 503, body: { code: "gateway_unreachable" } });
    await alarm();
    expect([await kept(), await stored()]).toMatchObject([undefined, { status: "inactive" }]);
  });
});

describe("a container that stops unexpectedly", () => {
  const ended = async (container: FakeContainer) => {
    const before = ((await kept())?.["ends"] as number[] | undefined)?.length ?? 0;
    await gateway("reset");
    await runInDurableObject(stub(), () => container.end());
    await expect
      .poll(async () => ((await kept())?.["ends"] as number[] | undefined)?.length)
      .toBe(before + 1);
  };

  it("is started again with the bot, as a new run", async () => {
    const container = await plug();
    await press("start");
    await ended(container);
    await expect.poll(stored).toMatchObject({ status: "starting", status_reason: "gateway_stopped" });
    expect(await value("select lines from bot_logs order by last_id desc")).toContain("ended by itself");
    await runInDurableObject(stub(), (instance) => instance.alarm());
    expect(container.started).toHaveLength(2);
    expect((await askedOfGateway()).map(({ path }) => path)).toEqual([`POST /bots/${bot}/start`]);
    expect(await rows("select reason from bot_runs order by id")).toEqual([
      { reason: "gateway_stopped" },
      { reason: null },
    ]);
    expect(await rows("select action, actor_kind from audit_log order by id")).toEqual([
      { action: "bot.started", actor_kind: "user" },
      { action: "bot.started", actor_kind: "job" },
    ]);
  });

  it("is not started again, with the reason in the log, where bot auto start is off", async () => {
    const container = await plug();
    await press("start");
    await raw.DB.prepare(
      `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
       values (1, 'bot_auto_start', 0, '')`,
    ).run();
    await ended(container);
    await runInDurableObject(stub(), (instance) => instance.alarm());
    expect(container.started).toHaveLength(1);
    expect(await stored()).toMatchObject({ status: "inactive" });
    expect(JSON.stringify(await rows("select lines from bot_logs"))).toContain(
      "bot auto start is switched off",
    );
    expect(await kept()).toMatchObject({ wanted: false });
  });

  it("is detected at the next check when it was not watched", async () => {
    const container = await plug();
    await press("start");
    container.running = false;
    await alarm();
    await expect.poll(stored).toMatchObject({ status: "starting", status_reason: "gateway_stopped" });
  });

  it("is given up after too many stops, with an entry in the log", async () => {
    const container = await plug();
    await press("start");
    for (let times = 1; times <= 5; times++) {
      await ended(container);
      if (times < 5) await runInDurableObject(stub(), (instance) => instance.alarm());
    }
    await expect.poll(stored).toEqual({ status: "error", status_reason: "gateway_stopped" });
    await runInDurableObject(stub(), (instance) => instance.alarm());
    expect([container.started.length, container.running]).toEqual([5, false]);
    expect(await rows("select action, details from audit_log where action = 'bot.error'")).toEqual([
      { action: "bot.error", details: '{"reason":"gateway_stopped"}' },
    ]);
    expect(await value("select lines from bot_logs order by last_id desc")).toContain(
      "5 times within ten minutes",
    );
  });

  it.each([
    ["counts the ends of the last ten minutes alone", [11, 12, 13, 14], 1],
    ["waits longer after each of them", [1, 2, 9], 4],
  ])("%s", async (_, minutesAgo, counted) => {
    const container = await plug();
    await press("start");
    await ended(container);
    const ends = minutesAgo.map((minutes) => Date.now() - minutes * 60_000).sort();
    await runInDurableObject(stub(), async (_, { storage }) =>
      storage.put("kept", { ...(await storage.get<object>("kept")), ends, restartAt: null }),
    );
    // The object reads the stored state when it is next used, and finds a stopped container.
    await evictDurableObject(stub());
    await plug();
    await alarm();
    const now = (await kept()) as { ends: number[]; restartAt: number };
    expect(now.ends).toHaveLength(counted);
    expect(now.restartAt - (now.ends.at(-1) ?? 0)).toBe(restartDelay(counted));
  });

  it("counts as stopped once more where the bot cannot be started in it again", async () => {
    const container = await plug();
    await press("start");
    await ended(container);
    await gateway("script", { path: `POST /bots/${bot}/start`, mode: "status", status: 500 });
    await runInDurableObject(stub(), (instance) => instance.alarm());
    expect([container.started.length, container.running]).toEqual([2, false]);
    expect(await kept()).toMatchObject({ wanted: true, ends: [expect.any(Number), expect.any(Number)] });
  });

  it("is not started again when the bot is stopped meanwhile", async () => {
    const container = await plug();
    await press("start");
    await ended(container);
    await expect.poll(stored).toMatchObject({ status: "starting" });
    expect(await press("stop")).toMatchObject({ status: 200, body: { status: "inactive" } });
    await runInDurableObject(stub(), (instance) => instance.alarm());
    expect(container.started).toHaveLength(1);
  });

  it("is started again with a longer delay each time", () => {
    expect([1, 2, 3, 4, 9].map(restartDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000]);
  });
});
