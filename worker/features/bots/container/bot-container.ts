import { DurableObject } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { openDb } from "../../../lib/db/client.ts";
import { type Bindings, readEnv } from "../../../lib/env.ts";
import { write } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { isPaused } from "../../../lib/pause.ts";
import { listOrganizationsWith } from "../../settings/index.ts";
import { bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { gatewaySecret, readSnapshot } from "../gateway/client.ts";
import { insertError } from "../gateway/reports.ts";
import { endGone } from "../gateway/states.ts";
import { startForJob } from "../run/run.ts";
import { OUTLET_CERTIFICATES } from "./bot-outlet.ts";

/** Where the gateway listens inside the container. */
const PORT = 8791;
/** Longest wait for a container to listen; below the ten seconds after which a caller gives up. */
const READY_MS = 8_500;
const POLL_MS = 250;
/** Milliseconds between two checks of a wanted bot. A check keeps its container alive. */
const CHECK_MS = 60_000;
/** Time without a check after which a container ends. */
const INACTIVITY_MS = 5 * CHECK_MS;
/** Time for a bot to log out before its container is asked to end, and for the container to end. */
const WIND_DOWN_MS = 10_000;
const HEALTH_MS = 5_000;
/** Checks in a row without an answer, after which the container counts as hung. */
const MOST_SILENT = 3;
/** Most stops of a container within ENDS_MS, after which the bot is not restarted. */
const MOST_ENDS = 5;
const ENDS_MS = 10 * 60_000;
const SIGTERM = 15;
/** Memory of the bot in megabytes; the gateway in its container needs the rest. */
const MEMORY_MB = 160;

const NOTHING = {
  botId: 0,
  /** Whether the bot was started and not stopped since. */
  wanted: false,
  /** When its container stopped by itself within ENDS_MS. */
  ends: [] as readonly number[],
  /** The time of the next restart; null unless it waits. */
  restartAt: null as number | null,
  silent: 0,
  signalled: false,
};
type Kept = typeof NOTHING;

/** Milliseconds to wait before a restart, by the number of stops within ENDS_MS. */
export const restartDelay = (ends: number): number => Math.min(60_000, 1000 * 2 ** (ends - 1));

type StoredBot = typeof bots.$inferSelect;

async function startAgain(bot: StoredBot, context: SystemContext) {
  const { db, now } = context;
  const organizations = await listOrganizationsWith(db, "bot_auto_start");
  const isOn = organizations.includes(bot.organizationId) && !(await isPaused(db, bot.organizationId));
  if (isOn) return startForJob(context, bot, "Bot gateway", "It could not be started again");
  const logLine = insertError(context, bot.id, "It is not started again: bot auto start is switched off.");
  await write(db, [...endGone(db, [bot], now), ...logLine]);
  return "switched_off";
}

function giveUp(bot: StoredBot, context: SystemContext, ends: number) {
  const { db, now } = context;
  const reason = "gateway_stopped";
  const detail = `Its container ended ${ends} times within ten minutes.`;
  const acting = { ...context, actor: actorWithoutSession("bot", bot.organizationId, bot.name) };
  return write(db, [
    ...endGone(db, [bot], now),
    db.run(sql`update ${bots} set status = 'error', status_since = ${now.toISOString()},
      status_reason = ${reason}, status_detail = ${detail} where id = ${bot.id}`),
    botAudit.write(acting, { action: "bot.error", entity: bot, details: { reason } }),
    ...insertError(context, bot.id, `${detail} It is not started again.`),
  ]);
}

const refuse = (status: number, code: string | null) => Response.json({ code, detail: "" }, { status });

/**
 * One bot's container, which runs the bot gateway with this bot alone. It starts and ends with the bot; where it ends by
 * itself it is started again, with a longer delay each time. The platform does not wake this object when its container
 * ends, so the container is watched while the object is in memory and checked at each alarm. All outgoing requests pass
 * the outlet (bot-outlet.ts). https://developers.cloudflare.com/durable-objects/api/container/
 */
export class BotContainer extends DurableObject<Bindings> {
  /** Equal to the stored state, so that concurrent calls see each other's changes. */
  #kept = NOTHING;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    const { container, storage } = state;
    state.blockConcurrencyWhile(async () => {
      this.#kept = (await storage.get<Kept>("kept")) ?? NOTHING;
    });
    if (!container?.running) return;
    this.#watch(container);
    state.waitUntil(Promise.all([container.setInactivityTimeout(INACTIVITY_MS), this.#confine(container)]));
  }

  /** Passes a signed request on to the gateway; starting a bot starts its container first. */
  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) return refuse(501, null);
    const [, id, verb] = /^\/bots\/(\d+)(?:\/(\w+))?$/.exec(new URL(request.url).pathname) ?? [];
    if (verb === "start" || verb === "restart") return this.#start(container, Number(id), request);
    const isDelete = request.method === "DELETE";
    const isEnd = isDelete || verb === "stop";
    if (container.running) {
      if (isEnd) await this.#unwant();
      const answer = await this.#pass(container, request);
      if (!isDelete) return answer;
      // Deletes the container's disk, too.
      await container.destroy();
    }
    if (isEnd) await this.#forget();
    return isDelete ? new Response(null, { status: 204 }) : refuse(404, "unknown_bot");
  }

  override async alarm(): Promise<void> {
    const { container } = this.ctx;
    const { wanted, restartAt } = this.#kept;
    if (!container) return;
    // Now one gateway runs all bots, and would log this one in a second time.
    if (wanted && this.#settings().BOT_GATEWAY_URL) return this.#unwant();
    if (!wanted) await this.#windDown(container);
    else if (container.running) await this.#look(container);
    else if (restartAt !== null) await this.#restart(container, restartAt);
    else await this.#ended();
  }

  async #start(container: Container, botId: number, request: Request): Promise<Response> {
    const { wanted } = this.#kept;
    await this.#keep({ botId, wanted: true, restartAt: null, silent: 0, signalled: false }, CHECK_MS);
    if (!container.running) {
      const env = this.#settings();
      await this.#confine(container);
      container.start({
        enableInternet: false,
        // The order to start the bot has its token.
        env: {
          NODE_ENV: "production",
          HOST: "0.0.0.0",
          PORT: String(PORT),
          BOT_GATEWAY_BOT_ID: String(botId),
          BOT_MEMORY_MB: String(MEMORY_MB),
          BOT_GATEWAY_SECRET: await gatewaySecret(env, botId),
          WORKER_URL: env.APP_URL,
          DISCORD_API_URL: env.DISCORD_API_URL,
          BOT_HOSTS: env.BOT_HOSTS ?? "",
          NODE_EXTRA_CA_CERTS: OUTLET_CERTIFICATES,
        },
      });
      this.#watch(container);
    }
    await container.setInactivityTimeout(INACTIVITY_MS);
    const isReady = await this.#untilReady(container);
    const answer = isReady ? await this.#pass(container, request) : refuse(503, null);
    // Only a bot that ran before is retried.
    if (!answer.ok && answer.status !== 409 && !wanted) await this.#unwant();
    return answer;
  }

  /** Routes the container's outgoing requests through the outlet. */
  async #confine(container: Container): Promise<void> {
    const { BotOutlet } = this.ctx.exports as unknown as { BotOutlet: Fetcher };
    await container.interceptOutboundHttps("*", BotOutlet);
    await container.interceptAllOutboundHttp(BotOutlet);
  }

  async #untilReady(container: Container): Promise<boolean> {
    for (const until = Date.now() + READY_MS; Date.now() < until && container.running; ) {
      // 503 until it listens.
      const { status } = await this.#pass(container, new Request("http://bot-gateway/live"));
      if (status === 204) return true;
      await scheduler.wait(POLL_MS);
    }
    return false;
  }

  async #pass(container: Container, request: Request): Promise<Response> {
    try {
      return await container.getTcpPort(PORT).fetch(request);
    } catch {
      return refuse(503, null);
    }
  }

  #watch(container: Container): void {
    const ended = () => this.#ended();
    this.ctx.waitUntil(container.monitor().then(ended, ended));
  }

  /** Plans the next start of a wanted bot whose container has stopped, or gives it up. */
  async #ended(): Promise<void> {
    const { wanted, restartAt, ends: known } = this.#kept;
    if (!wanted || restartAt !== null || this.ctx.container?.running) return;
    const at = Date.now();
    const ends = [...known.filter((each) => each > at - ENDS_MS), at];
    if (ends.length < MOST_ENDS) {
      const delay = restartDelay(ends.length);
      await this.#keep({ ends, restartAt: at + delay }, delay);
      await this.#withBot((bot, context) => {
        const { db, now } = context;
        const logLine = insertError(context, bot.id, "The bot's container ended by itself.");
        return write(db, [...endGone(db, [bot], now, now, true), ...logLine]);
      });
    } else {
      await this.#keep({ ends, wanted: false }, WIND_DOWN_MS);
      await this.#withBot((bot, context) => giveUp(bot, context, ends.length));
    }
  }

  async #restart(container: Container, restartAt: number): Promise<void> {
    const code = await this.#withBot(startAgain);
    if (code === "runs") return;
    const isFinal = code === null || ["switched_off", "not_found", "bot_token_missing"].includes(code);
    if (isFinal) return this.#unwant();
    // A container in which the bot did not start counts as stopped.
    if (this.#kept.restartAt === restartAt) this.#kept.restartAt = null;
    await container.destroy();
    await this.#ended();
  }

  /** Checks the gateway's state; ends the container of a bot that does not run any more, or one that does not answer. */
  async #look(container: Container): Promise<void> {
    const { botId, silent: before } = this.#kept;
    const snapshot = await readSnapshot(this.#settings(), botId, HEALTH_MS).catch(() => null);
    const status = snapshot?.bots.find((each) => each.botId === botId)?.status ?? "inactive";
    if (snapshot && (status === "inactive" || status === "error")) return this.#unwant();
    const silent = snapshot ? 0 : before + 1;
    await this.#keep({ silent }, CHECK_MS);
    if (silent < MOST_SILENT) return;
    await container.destroy();
    await this.#ended();
  }

  /** Ends the container after the bot has logged out. */
  #unwant = () => this.#keep({ wanted: false, restartAt: null }, WIND_DOWN_MS);

  async #windDown(container: Container): Promise<void> {
    if (!container.running) return this.#forget();
    if (this.#kept.signalled) await container.destroy();
    else container.signal(SIGTERM);
    await this.#keep({ signalled: true }, WIND_DOWN_MS);
  }

  /** Calls `work` with the bot and then tells open pages; null where the bot does not exist. */
  async #withBot<Done>(
    work: (bot: StoredBot, context: SystemContext) => Promise<Done>,
  ): Promise<Done | null> {
    const env = this.#settings();
    const { db } = openDb(env.DB, "first-primary");
    const [bot] = await db.select().from(bots).where(eq(bots.id, this.#kept.botId));
    if (!bot) return null;
    try {
      return await work(bot, { db, env, now: new Date(), language: "en" });
    } finally {
      await announce(env, bot.organizationId);
    }
  }

  #settings = () => readEnv(this.env as Bindings & Record<string, unknown>);

  /** Changes the stored state and sets the next alarm, in milliseconds from now. */
  async #keep(changes: Partial<Kept>, alarmMs: number): Promise<void> {
    this.#kept = { ...this.#kept, ...changes };
    await this.ctx.storage.put("kept", this.#kept);
    await this.ctx.storage.setAlarm(Date.now() + alarmMs);
  }

  async #forget(): Promise<void> {
    this.#kept = NOTHING;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
