import { describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import type { AuditDetails } from "../../lib/audit.table.ts";
import { areaOf } from "./audit.schema.ts";
import { auditsOf } from "./index.ts";
import { type AuditRow, actionText, tellEntry } from "./tell.ts";

const LANGUAGES = ["en", "da"] as const;
const audits = auditsOf(FEATURES);
const ACTIONS = audits.flatMap((audit) => Object.keys(audit.texts).map((action) => ({ audit, action })));

/** Texts that no reader should see: keys, raw values, unfilled placeholders, JSON, and dashes for missing values. */
const RAW = /[a-z]_[a-z]|[a-z][A-Z]|[a-z]\.[a-z]|[{}[\]|]|–|\bnull\b|undefined|NaN/;

/** Stored values of details that are not names or numbers. */
const STORED: Record<string, string> = {
  from: "intro_completed",
  to: "assigned_onboarding",
  setting: "allow_registration",
  format: "extension_csv",
  amount: "1500",
  secondStep: "on",
  host: "localhost",
  fromRiskLevel: "low",
  toRiskLevel: "high",
  fromServiceType: "cargo_transport",
  toServiceType: "bounty_hunting",
  fromPaymentType: "flat_rate",
  toPaymentType: "hourly",
};

/** Values of `from` and `to` by action, where they are no stages. */
const PAIRS: Record<string, [string, string]> = {
  "contract.status": ["awaiting_payment", "payment_sent"],
  "contract.drafted": ["awaiting_payment", "draft"],
  "payout.split": ["weighted", "fixed"],
  "setting.changed": ["on", "off"],
  "setting.number_changed": ["0.5%", "0.75%"],
  "user.language": ["en", "da"],
};
const NAMES = ["Ida Storm", "Freja Ravn"];

function detailsOf(action: string, { texts, fields }: (typeof audits)[number]): AuditDetails {
  const named = [...(texts[action]?.en ?? "").matchAll(/\{(?!actor|subject)(\w+)/g)].map(
    ([, name = ""]) => name,
  );
  const changed = Object.keys(fields).flatMap((field) =>
    field === action
      ? ["from", "to"]
      : /^[A-Z]/.test(field)
        ? [`from${field}`, `to${field}`]
        : field.includes(".")
          ? []
          : [field],
  );
  const isStage = action.startsWith("prospect.");
  const stored = (name: string) => {
    const at = name.startsWith("to") ? 1 : 0;
    if (name === "from" || name === "to")
      return (PAIRS[action] ?? (isStage ? [STORED["from"], STORED["to"]] : NAMES))[at];
    if (name in fields && !(name in STORED)) return "prospects.read, members.read";
    if (name === "reason" && action.startsWith("bot.")) return "token_refused";
    return (
      STORED[name] ??
      (/AutoStart|Amount|Rate|Hours|Percentage|Pay$/.test(name) ? at : at ? "Freja Ravn" : "Ida Storm")
    );
  };
  return Object.fromEntries([...new Set([...named, ...changed])].map((name) => [name, stored(name) ?? null]));
}

const rowOf = (action: string, details: AuditDetails | null) =>
  ({ action, actorName: "Otto", entityId: 7, entityName: "Vega", details }) as AuditRow;

it("calls a draft contract, whose entries do not tell its title, by its number", () => {
  const actor = { permissions: new Set(["contracts.read"]) } as never;
  const row = { ...rowOf("contract.created", null), entityName: null };
  expect(tellEntry(row, audits, { actor, language: "en" })).toMatchObject({
    sentence: "Otto wrote the draft contract no. 7",
    name: "no. 7",
    opens: "/tools/contracts?contract=7",
  });
});

describe.each(LANGUAGES)("in %s", (language) => {
  const reader = { actor: { permissions: new Set<string>() } as never, language };

  it("has a text for every audit action and every field that it stores", () => {
    for (const { audit, action } of ACTIONS) {
      const { sentence, changes } = tellEntry(rowOf(action, detailsOf(action, audit)), audits, reader);
      const texts = [sentence, ...changes.flatMap(({ field, from, to }) => [field, from, to])];
      for (const text of texts)
        if (text !== null) expect([action, text]).toEqual([action, expect.not.stringMatching(RAW)]);
      expect([action, actionText(audit, action, language)]).toEqual([
        action,
        expect.not.stringMatching(/[{}_|]/),
      ]);
    }
  });

  it("has a text for every audit action without its details", () => {
    for (const { action } of ACTIONS) {
      const { sentence } = tellEntry(rowOf(action, null), audits, reader);
      expect([action, sentence]).toEqual([action, expect.not.stringMatching(RAW)]);
    }
  });

  it("names each changed field whose values the sentence omits", () => {
    for (const { audit, action } of ACTIONS) {
      const { sentence, changes } = tellEntry(rowOf(action, detailsOf(action, audit)), audits, reader);
      for (const { field, from, to } of changes) {
        const isTold = [from, to].every((value) => value === null || sentence.includes(value));
        expect([action, from, to, isTold || field !== null]).toEqual([action, from, to, true]);
      }
    }
  });
});

it("has separate texts for one and several", () => {
  const audit = audits.find(({ texts }) => "prospect.bulk" in texts);
  const sentences = [1, 2].map(
    (count) =>
      tellEntry(rowOf("prospect.bulk", { count }), audit ? [audit] : [], {
        actor: { permissions: new Set<string>() } as never,
        language: "en",
      }).sentence,
  );
  expect(sentences).toEqual(["Otto changed 1 prospect at once", "Otto changed 2 prospects at once"]);
});

it("has an area for every action", () => {
  expect(ACTIONS.filter(({ action }) => areaOf(action) === undefined)).toEqual([]);
});
