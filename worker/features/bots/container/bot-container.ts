import { DurableObject } from "cloudflare:workers";
import { gatewaySnapshot, signGatewayRequest } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { openDb } from "../../../lib/db/client.ts";
import { type Bindings, readEnv } from "../../../lib/env.ts";
import { gatewaySecret } from "../gateway/client.ts";
import { giveUp, recordContainerEnd, runAgain } from "./keep.ts";

/** Where the gateway listens inside the container. */
const PORT = 8791;
const ORIGIN = "http://bot-gateway";
/** Longest wait for a container to listen: requests to it are given up after ten seconds. */
const READY_MS = 8_500;
const POLL_MS = 250;
/** How often a bot that shall run is checked, which also keeps its container alive. */
const CHECK_MS = 60_000;
/** Longer than CHECK_MS, so that a container lives from one check to the next and ends when checks end. */
const INACTIVITY_MS = 5 * CHECK_MS;
/** A bot has this long to log out before its container is asked to end, and the container as long again. */
const WIND_DOWN_MS = 10_000;
const HEALTH_MS = 5_000;
/** Checks in a row without an answer, after which the container counts as hung. */
const MOST_SILENT = 3;
/** A container that ends this often within ten minutes is given up. */
const MOST_ENDS = 5;
const ENDS_MS = 10 * 60_000;
const SIGTERM = 15;
/** What a bot may use of its container; the gateway beside it needs the rest. */
const MEMORY_MB = 160;

/** What is remembered of the bot of this object. */
type Kept = {
  botId: number;
  /** It was started and not stopped since. */
  wanted: boolean;
  /** When its container ended by itself of late. */
  ends: number[];
  /** When it is started again, while it waits for that. */
  restartAt: number | null;
  silent: number;
  /** The container was asked to end. */
  signalled: boolean;
};

/** How long to wait before starting again, in milliseconds, after so many ends of late. */
export const restartDelay = (ends: number): number => Math.min(60_000, 1000 * 2 ** (ends - 1));

const refuse = (status: number, code: string | null) => Response.json({ code, detail: "" }, { status });

/**
 * One bot's container: a machine of its own that runs the bot gateway with this one bot. It starts when the
 * bot is started, is checked while the bot runs, and ends when the bot is stopped; one that ends by itself is
 * started again, with a longer delay each time. The platform does not wake this object when its container ends, so
 * the container is watched while the object is in memory and checked at each alarm.
 * https://developers.cloudflare.com/durable-objects/api/container/
 */
export class BotContainer extends DurableObject<Bindings> {
  #isEnding = false;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    const { container } = state;
    if (!container?.running) return;
    this.#watch(container);
    state.waitUntil(container.setInactivityTimeout(INACTIVITY_MS));
  }

  /** Passes a signed request on to the gateway; starting a bot starts its container first. */
  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) return refuse(501, null);
    const [, id, verb] = /^\/bots\/(\d+)(?:\/(\w+))?$/.exec(new URL(request.url).pathname) ?? [];
    if (verb === "start" || verb === "restart") return this.#start(container, Number(id), request);
    const isDelete = request.method === "DELETE";
    if (container.running) {
      if (isDelete || verb === "stop") await this.#unwant();
      const answer = await this.#pass(container, request);
      if (!isDelete) return answer;
      // The container's disk goes with it.
      await container.destroy();
    }
    if (isDelete || verb === "stop") await this.#forget();
    if (isDelete) return new Response(null, { status: 204 });
    return verb === "stop" || verb === "command" ? refuse(409, "not_running") : refuse(404, "unknown_bot");
  }

  override async alarm(): Promise<void> {
    const { container } = this.ctx;
    const kept = await this.#read();
    if (!container || !kept) return;
    // Now a gateway runs all bots, and would log this one in a second time.
    if (kept.wanted && this.#settings().BOT_GATEWAY_URL) return this.#unwant();
    if (!kept.wanted) await this.#windDown(container, kept);
    else if (container.running) await this.#look(container, kept);
    else if (kept.restartAt !== null) await this.#restart(kept);
    else await this.#ended();
  }

  async #start(container: Container, botId: number, request: Request): Promise<Response> {
    const kept = await this.#read();
    const begun = { botId, wanted: true, restartAt: null, silent: 0, signalled: false };
    await this.#keep({ ...begun, ends: kept?.ends ?? [] }, CHECK_MS);
    if (!container.running) {
      container.start({ enableInternet: true, env: await this.#environment(botId) });
      this.#watch(container);
    }
    await container.setInactivityTimeout(INACTIVITY_MS);
    const isReady = await this.#untilReady(container);
    const answer = isReady ? await this.#pass(container, request) : refuse(503, null);
    // The caller gets the error; only a bot that ran before is tried again.
    if (!answer.ok && answer.status !== 409 && !kept?.wanted) await this.#unwant();
    return answer;
  }

  /** What the gateway in the container is told; the bot's own token comes with the order to start it. */
  async #environment(botId: number): Promise<Record<string, string>> {
    const env = this.#settings();
    return {
      NODE_ENV: "production",
      HOST: "0.0.0.0",
      PORT: String(PORT),
      BOT_GATEWAY_BOT_ID: String(botId),
      BOT_MEMORY_MB: String(MEMORY_MB),
      BOT_GATEWAY_SECRET: await gatewaySecret(env, botId),
      WORKER_URL: env.APP_URL,
      DISCORD_API_URL: env.DISCORD_API_URL,
    };
  }

  async #untilReady(container: Container): Promise<boolean> {
    for (const until = Date.now() + READY_MS; Date.now() < until && container.running; ) {
      // 503 until it listens.
      const { status } = await this.#pass(container, new Request(`${ORIGIN}/live`));
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

  /** Notices when the container ends, while this object is in memory. */
  #watch(container: Container): void {
    const ended = () => this.#ended();
    this.ctx.waitUntil(container.monitor().then(ended, ended));
  }

  /** The container is no longer there. If the bot shall run that is stored, and it is started again later. */
  async #ended(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    try {
      await this.#planRestart();
    } finally {
      this.#isEnding = false;
    }
  }

  async #planRestart(): Promise<void> {
    const kept = await this.#read();
    if (!kept?.wanted || kept.restartAt !== null || this.ctx.container?.running) return;
    const now = Date.now();
    const ends = [...kept.ends.filter((each) => each > now - ENDS_MS), now];
    const isHopeless = ends.length >= MOST_ENDS;
    const delay = isHopeless ? WIND_DOWN_MS : restartDelay(ends.length);
    const restartAt = isHopeless ? null : now + delay;
    await this.#keep({ ...kept, ends, restartAt, wanted: !isHopeless }, delay);
    if (isHopeless) await giveUp(this.#context(), kept.botId, ends.length);
    else await recordContainerEnd(this.#context(), kept.botId);
  }

  async #restart(kept: Kept): Promise<void> {
    const outcome = await runAgain(this.#context(), kept.botId);
    if (outcome === "never") return this.#unwant();
    if (outcome === "runs") return;
    // A container in which the bot did not start counts as one that ended.
    const now = await this.#read();
    if (now?.restartAt === kept.restartAt) await this.ctx.storage.put("kept", { ...now, restartAt: null });
    await this.ctx.container?.destroy();
    await this.#ended();
  }

  /** Asks the gateway how it is. A bot that ended there for good needs no container any more. */
  async #look(container: Container, kept: Kept): Promise<void> {
    const status = await this.#statusOf(container, kept.botId);
    if (status === "inactive" || status === "error") return this.#unwant();
    const silent = status === null ? kept.silent + 1 : 0;
    await this.#keep({ ...kept, silent }, CHECK_MS);
    if (silent < MOST_SILENT) return;
    await container.destroy();
    await this.#ended();
  }

  /** What the gateway says of the bot; null when it does not answer, "inactive" when it does not know it. */
  async #statusOf(container: Container, botId: number): Promise<string | null> {
    const url = `${ORIGIN}/health`;
    try {
      const secret = await gatewaySecret(this.#settings(), botId);
      const headers = await signGatewayRequest(secret, { method: "GET", url, body: "" });
      const signal = AbortSignal.timeout(HEALTH_MS);
      const answer = await container.getTcpPort(PORT).fetch(url, { headers, signal });
      const { bots } = gatewaySnapshot.parse(await answer.json());
      return bots.find((each) => each.botId === botId)?.status ?? "inactive";
    } catch {
      return null;
    }
  }

  /** The bot shall no longer run: its container follows when the bot had time to log out. */
  async #unwant(): Promise<void> {
    const kept = await this.#read();
    if (kept) await this.#keep({ ...kept, wanted: false, restartAt: null }, WIND_DOWN_MS);
  }

  async #windDown(container: Container, kept: Kept): Promise<void> {
    if (!container.running) return this.#forget();
    if (kept.signalled) await container.destroy();
    else container.signal(SIGTERM);
    await this.#keep({ ...kept, signalled: true }, WIND_DOWN_MS);
  }

  #context(): SystemContext {
    const env = this.#settings();
    const { db } = openDb(env.DB, "first-primary");
    return { db, env, now: new Date(), language: "en" };
  }

  #settings = () => readEnv(this.env as Bindings & Record<string, unknown>);
  #read = () => this.ctx.storage.get<Kept>("kept");

  /** Remembers the bot and sets the next alarm, in milliseconds from now. */
  async #keep(kept: Kept, alarmMs: number): Promise<void> {
    await this.ctx.storage.put("kept", kept);
    await this.ctx.storage.setAlarm(Date.now() + alarmMs);
  }

  async #forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }
}
