import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BOT_STATUSES,
  type Bot,
  END_REASONS,
  type GatewayStatus,
} from "../../../worker/features/bots/bots.schema.ts";
import {
  blockedBy,
  durationOf,
  needsRestart,
  RUN_ACTIONS,
  runsOf,
  sinceLine,
  troubleOf,
} from "./bot-state.ts";
import english from "./bots.en.json" with { type: "json" };

const BOT: Bot = {
  id: 1,
  organizationId: 1,
  name: "CRM bot",
  description: null,
  clientId: null,
  framework: "discord.py",
  status: "inactive",
  statusSince: "2026-11-21T10:00:00.000Z",
  statusReason: null,
  statusDetail: null,
  restarts: 0,
  discordUser: null,
  autoStart: false,
  inviteUrl: null,
  isCrmBot: true,
  tokenEnding: "abcd",
  createdBy: 1,
  creator: "Freja",
  createdAt: "2026-11-01T10:00:00.000Z",
  updatedAt: "2026-11-01T10:00:00.000Z",
  version: 1,
  can: {
    update: true,
    run: true,
    secrets: true,
    token: true,
    syncMembers: true,
    delete: true,
    makeCrm: false,
  },
};

const GATEWAY: GatewayStatus = {
  mode: "service",
  problem: null,
  checkedAt: "2026-11-21T10:00:00.000Z",
  pulse: "one.1",
  startedAt: null,
  memoryBytes: null,
  isolation: null,
  frameworks: [
    { framework: "discord.js", version: "14.0.0" },
    { framework: "discord.py", version: "2.2.2" },
  ],
};

test("shows the runs that a status allows, and the one that the bot is busy with", () => {
  const shown = Object.fromEntries(BOT_STATUSES.map((status) => [status, runsOf(status).shown]));
  assert.deepEqual(shown, {
    running: ["restart", "stop"],
    starting: ["start", "stop"],
    stopping: ["stop"],
    inactive: ["start"],
    error: ["start"],
  });
  assert.deepEqual([runsOf("starting").busy, runsOf("running").busy], ["start", null]);
});

test("lets only the running CRM bot sync members", () => {
  assert.equal(blockedBy("sync", BOT, GATEWAY), "not_running");
  assert.equal(blockedBy("sync", { ...BOT, status: "running" }, GATEWAY), null);
});

test("gives a missing permission as the first reason", () => {
  const bot: Bot = { ...BOT, tokenEnding: null, can: { ...BOT.can, run: false } };
  assert.equal(blockedBy("start", bot, { ...GATEWAY, problem: "unreachable" }), "role");
});

test("blocks Start without a token, a gateway or the framework", () => {
  assert.equal(blockedBy("start", { ...BOT, tokenEnding: null }, GATEWAY), "no_token");
  const officer = { ...BOT, tokenEnding: null, can: { ...BOT.can, token: false } };
  assert.equal(blockedBy("start", officer, GATEWAY), "no_token_ask");
  assert.equal(blockedBy("start", BOT, { ...GATEWAY, problem: "unreachable" }), "unreachable");
  assert.equal(blockedBy("start", BOT, { ...GATEWAY, problem: "not_configured" }), "unreachable");
  const frameworks = [{ framework: "discord.py" as const, version: null }];
  assert.equal(
    blockedBy("restart", { ...BOT, status: "running" }, { ...GATEWAY, frameworks }),
    "no_framework",
  );
  const refused = [{ framework: "discord.py" as const, version: "2.6.4", refused: true }];
  assert.equal(blockedBy("start", BOT, { ...GATEWAY, frameworks: refused }), "not_isolated");
});

test("lets a bot without a token be stopped", () => {
  assert.equal(blockedBy("stop", { ...BOT, status: "running", tokenEnding: null }, GATEWAY), null);
});

test("blocks nothing for an unknown gateway", () => {
  assert.equal(blockedBy("start", BOT, undefined), null);
});

test("says that a bot has never run, instead of since when", () => {
  const fresh = { ...BOT, status: "inactive" as const, statusReason: null, statusSince: BOT.createdAt };
  assert.equal(sinceLine(fresh), "never");
  assert.equal(sinceLine({ ...fresh, statusSince: "2026-11-23T12:00:00.000Z" }), "inactive");
});

test("has a text for every reason, line and obstacle", () => {
  const texts = new Set(Object.keys(english));
  const states = BOT_STATUSES.flatMap((status) =>
    [null, ...END_REASONS].map((statusReason) => ({ ...BOT, status, statusReason })),
  );
  for (const bot of [...states, { ...BOT, status: "inactive" as const, statusSince: BOT.createdAt }]) {
    assert.ok(texts.has(`bots.since.${sinceLine(bot)}`), sinceLine(bot));
    const trouble = troubleOf(bot);
    assert.ok(trouble === null || texts.has(`bots.reason.${trouble}`), String(trouble));
    for (const action of RUN_ACTIONS) {
      const blocked = blockedBy(action, bot, GATEWAY);
      assert.ok(blocked === null || texts.has(`bots.blocked.${blocked}`), String(blocked));
    }
  }
});

test("gives a reason for every error, and none for a bot that a user stopped", () => {
  assert.equal(troubleOf({ status: "error", statusReason: null }), "unknown");
  assert.equal(troubleOf({ status: "error", statusReason: "memory" }), "memory");
  assert.equal(troubleOf({ status: "starting", statusReason: "crashed" }), "retrying");
  assert.equal(troubleOf({ status: "inactive", statusReason: "stopped" }), null);
});

test("gives a duration in its two largest units", () => {
  const hour = 3_600_000;
  assert.deepEqual(durationOf(76 * hour + 59_000), { unit: "days", a: 3, b: 4 });
  assert.deepEqual(durationOf(11 * hour + 120_000), { unit: "hours", a: 11, b: 2 });
  assert.deepEqual(durationOf(59_999), { unit: "seconds", a: 59, b: 0 });
  assert.deepEqual(durationOf(-5), { unit: "seconds", a: 0, b: 0 });
});

test("asks for a restart only after a save during the run", () => {
  const later = [{ updatedAt: "2026-11-21T11:00:00.000Z" }];
  const earlier = [{ updatedAt: "2026-11-21T09:00:00.000Z" }];
  assert.equal(needsRestart({ ...BOT, status: "running" }, later), true);
  assert.equal(needsRestart({ ...BOT, status: "running" }, earlier), false);
  assert.equal(needsRestart(BOT, later), false);
});

test("explains that only administrators run the CRM bot", () => {
  const can = { ...BOT.can, update: false, run: false, secrets: false, delete: false };
  assert.equal(blockedBy("start", { ...BOT, can }, GATEWAY), "crm");
  assert.equal(blockedBy("sync", { ...BOT, can, status: "running" }, GATEWAY), null);
  assert.equal(blockedBy("start", { ...BOT, can, isCrmBot: false }, GATEWAY), "role");
  assert.ok("bots.blocked.crm" in english);
});
