/// <reference types="node" />
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { memberAction } from "../../../worker/features/members/members.schema.ts";
import {
  CORRECTABLE,
  historyAction,
  type ProspectHistoryEntry,
} from "../../../worker/features/prospects/prospects.schema.ts";
import { sentencesOf } from "../prospects/record/log/sentences.ts";
import { sentenceOf } from "./timeline-sentences.ts";

const FILES = [
  "lib/i18n/frame",
  "features/prospects/prospect",
  "features/prospects/log",
  "features/members/members",
];
const AT = "2026-11-23T20:00:00.000Z";
const TIME = "23 Nov 2026";

/** Texts of a language by key, with their values filled in; an unknown key is the key itself. */
function sayer(language: "en" | "da") {
  const texts: Record<string, string> = Object.assign(
    {},
    ...FILES.map((file) =>
      JSON.parse(readFileSync(new URL(`../../${file}.${language}.json`, import.meta.url), "utf8")),
    ),
  );
  return (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)(?:, plural,(?:[^{}]*\{[^{}]*\})+)?\}/g, (_, name: string) =>
      String(values[name] ?? `{${name}}`),
    );
}

/** What no reader should see: keys, raw values, unfilled places, JSON, and dashes where a value lacks. */
const RAW = /[a-z]_[a-z]|[a-z][A-Z]|\w\.\w|[{}[\]]|–|null|undefined|NaN|T\d\d:/;

/** The values before and after that an action keeps: both, each alone, and none. */
const valuesOf = (from: string, to: string) => [
  [from, to],
  [null, to],
  [from, null],
  [null, null],
];
const OF_ACTION: Record<string, [string, string]> = {
  deadline: [AT, AT],
  assigned: ["Ida Storm", "Freja Ravn"],
  merged: ["Ida Storm", "Freja Ravn"],
  unmerged: ["Ida Storm", "Freja Ravn"],
  role: ["Officer", "Recruiter"],
  joined: ["Officer", "Recruiter"],
  time: ["10", "20"],
  yes: ["Convoy", "Patrol"],
  partly: ["Convoy", "Patrol"],
};
const STAGES: [string, string] = ["intro_completed", "assigned_onboarding"];
const FIELDS: Record<string, [string, string]> = {
  deadline: [AT, AT],
  status: STAGES,
  assignedTo: ["Ida Storm", "Freja Ravn"],
  outcome: ["withdrawn", "declined"],
  discordRole: ["Pilot", "Cadet"],
  merged: ["7", "8"],
  someField: ["raw_value", "raw_value"],
  ...Object.fromEntries(CORRECTABLE.map((field) => [field, ["Nova", "Vega"]])),
};

for (const language of ["en", "da"] as const) {
  const say = sayer(language);

  test(`every entry of a prospect's log is sentences in ${language}`, () => {
    const textsOf = (entry: Partial<ProspectHistoryEntry>) =>
      sentencesOf(
        { action: "notes", previousValue: null, newValue: null, notes: null, changes: null, ...entry },
        say,
        () => TIME,
      ).map(({ key, values }) => say(key, values));
    for (const action of historyAction.options) {
      for (const [previousValue = null, newValue = null] of valuesOf(...(OF_ACTION[action] ?? STAGES))) {
        const sentences = textsOf({ action, previousValue, newValue });
        for (const sentence of sentences) assert.doesNotMatch(sentence, RAW, action);
        if (newValue && !["notes", "corrected"].includes(action)) assert.ok(sentences.length > 0, action);
      }
    }
    for (const [field, pair] of Object.entries(FIELDS)) {
      for (const [from = null, to = null] of valuesOf(...pair)) {
        for (const sentence of textsOf({ changes: { [field]: { from, to } } }))
          assert.doesNotMatch(sentence, RAW, field);
      }
    }
  });

  test(`every entry of a member's timeline is a sentence in ${language}`, () => {
    const entries = [
      ...historyAction.options.map((action) => ({ kind: "pipeline", action }) as const),
      ...memberAction.options.map((action) => ({ kind: "member", action }) as const),
      ...(["yes", "partly"] as const).map((action) => ({ kind: "attendance", action }) as const),
    ];
    for (const entry of entries) {
      for (const [previousValue = null, newValue = null] of valuesOf(
        ...(OF_ACTION[entry.action] ?? STAGES),
      )) {
        if (newValue === null && (previousValue === null || !["assigned", "deadline"].includes(entry.action)))
          continue;
        const { key, values } = sentenceOf({ ...entry, previousValue, newValue }, say, () => TIME);
        assert.doesNotMatch(say(key, values), RAW, `${entry.kind} ${entry.action}`);
      }
    }
  });
}
