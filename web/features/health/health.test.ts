/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  HEALTH_POINTS,
  type Service,
  type ServiceReport,
} from "../../../worker/features/health/health.schema.ts";
import type { ShipSyncStatus } from "../../../worker/features/ships/ships.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { formatBytes, formatDuration, formatShare } from "./units.ts";
import { shipBadge, verdictOf } from "./verdict.ts";

const now = Date.parse("2026-11-22T12:00:00.000Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const TEXTS: Record<string, string> = {
  "health.service.rsi": "RSI",
  "health.service.discord": "Discord",
  "health.service.database": "Database",
  "health.verdict.down": "{name}: down for {time}.",
  "health.verdict.down_now": "{name}: down.",
  "health.verdict.slow": "{name}: slow.",
  "health.verdict.up": "Everything is up.",
};
const t = ((key: string, values: Record<string, string> = {}) =>
  (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")) as unknown as Translate;

const report = (service: Service, last: Partial<NonNullable<ServiceReport["last"]>> | null, since = ago(1)) =>
  ({
    service,
    last: last && { state: "up", ms: 10, why: null, ...last },
    since,
    uptime: 1,
    measuredMs: 0,
    points: Array(HEALTH_POINTS).fill(null),
  }) satisfies ServiceReport;
const verdict = (...services: ServiceReport[]) => verdictOf({ services }, now, "en", t);

test("names services that are down, with the duration, and slow ones", () => {
  const rsi = report("rsi", { state: "down", why: "timeout" }, ago(41));
  const discord = report("discord", { state: "slow", why: "slow" });
  const database = report("database", {});
  assert.equal(verdict(database, discord, rsi), "RSI: down for 41 minutes. Discord: slow.");
  assert.equal(
    verdict(report("database", { state: "down", why: "failing" }, ago(180)), discord),
    "Database: down for 3 hours. Discord: slow.",
  );
  assert.equal(verdict(report("rsi", { state: "down", why: "timeout" }, ago(0.5))), "RSI: down.");
  assert.equal(verdict(database), "Everything is up.");
});

test("leaves out services that are not configured or not measured", () => {
  const off = report("discord", { state: "not_configured", why: "no_bot" });
  assert.equal(verdict(off, report("rsi", null)), null);
  assert.equal(verdict(off, report("database", {})), "Everything is up.");
});

test("gives the badge of the ships by the age of the last sync, to the minute", () => {
  const sync = (status: string, minutes: number) =>
    shipBadge({ createdAt: ago(minutes), status, recordsProcessed: 1 } as ShipSyncStatus, now).key;
  const hours = (count: number) => count * 60;
  assert.equal(sync("completed", 0), "fresh");
  assert.equal(sync("completed", hours(24) - 1), "fresh");
  assert.equal(sync("completed", hours(24)), "stale");
  assert.equal(sync("completed", hours(72) - 1), "stale");
  assert.equal(sync("completed", hours(72)), "very_stale");
  assert.equal(sync("pending", hours(100)), "syncing");
  assert.equal(sync("failed", 1), "failed");
  assert.equal(sync("paused", 1), "unknown");
  assert.equal(shipBadge(null, now).key, "never");
});

test("formats durations, sizes and shares with units, and never rounds a share up to 100 %", () => {
  assert.equal(formatDuration(14, "en", "narrow"), "14ms");
  assert.equal(formatDuration(1_940, "en", "narrow"), "1.9s");
  assert.equal(formatDuration(41 * 60_000, "en", "long"), "41 minutes");
  assert.equal(formatDuration(41 * 60_000, "da", "long"), "41 minutter");
  assert.equal(formatBytes(840_000, "en"), "840 kB");
  assert.equal(formatBytes(1_234_567, "en"), "1.2 MB");
  assert.equal(formatShare(0.9996, "en"), "99.9%");
  assert.equal(formatShare(1, "en"), "100%");
});
