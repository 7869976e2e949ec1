import { expect, it } from "vitest";
import type { NoticeText } from "../../lib/notice-text.ts";
import type { MessageItem, Outgoing } from "../../lib/outgoing/channels.ts";
import { noticeMessage } from "./message.ts";

const APP = "https://command.example.org";
const text = (more: Partial<NoticeText> = {}): NoticeText => ({
  ...{
    title: { en: "Somebody waits", da: "Nogen venter" },
    opens: { page: "/crm?prospect={id}", needs: "prospects.read" },
    en: "{name} waits.",
    da: "{name} venter.",
  },
  ...more,
});
const item = (name: string, more?: Partial<NoticeText>): MessageItem => ({
  ...{ kind: "waits", text: text(more), details: { name, id: 7 }, at: "2026-11-26T09:00:00.000Z" },
});
const message = (all: [MessageItem, ...MessageItem[]], more: Partial<Outgoing> = {}) => {
  const outgoing = {
    organizationId: 1,
    key: "key",
    userId: 1,
    address: "devices",
    language: "en",
    mayBeOut: false,
    needs: [],
  };
  const made = noticeMessage(APP, { ...outgoing, items: all, ...more } as Outgoing);
  return { ...made, shown: JSON.parse(new TextDecoder().decode(made.body)).notification };
};

it("opens the page of one notice, and the start page for a summary, which names five", () => {
  const one = message([item("Vega")]);
  expect(one.shown).toMatchObject({
    title: "Somebody waits",
    body: "Vega waits.",
    navigate: `${APP}/crm?prospect=7`,
  });
  const names = ["A", "B", "C", "D", "E", "F", "G"].map((name) => item(name)) as [
    MessageItem,
    ...MessageItem[],
  ];
  const { shown } = message(names, { language: "da" });
  expect(shown.body.split("\n")).toEqual([
    "A venter.",
    "B venter.",
    "C venter.",
    "D venter.",
    "E venter.",
    "Og 2 mere.",
  ]);
  expect(shown.navigate).toBe(`${APP}/`);
});

it("begins a summary with what needs the receiver", () => {
  const { shown } = message([item("A"), item("B")], { needs: ["Send 100 aUEC to Ada."] });
  expect(shown.body.split("\n")).toEqual([
    "Needs you now:",
    "- Send 100 aUEC to Ada.",
    "A waits.",
    "B waits.",
  ]);
});

it("fits the limit of push services, whatever its texts", () => {
  for (const name of [
    "🚀".repeat(5_000),
    '"'.repeat(5_000),
    "\u0001".repeat(5_000),
    "\ud800".repeat(5_000),
  ]) {
    const { body, shown } = message([item(name)]);
    expect(body.byteLength).toBeLessThanOrEqual(3_993);
    expect([...shown.body]).toHaveLength(600);
  }
  const long = item("Vega", { opens: { page: `/crm?q={name}${"x".repeat(5_000)}` } });
  expect(message([long]).body.byteLength).toBeLessThanOrEqual(3_993);
});

it("has the same topic for each attempt, other topics for other messages, and high urgency for those that need an answer", () => {
  const [first, again, other] = ["key", "key", "other"].map((key) => message([item("Vega")], { key }).topic);
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(first).toMatch(/^[\w-]{1,32}$/);
  const urgencyOf = (more: Partial<NoticeText>) => message([item("Vega", more)]).urgency;
  expect([urgencyOf({}), urgencyOf({ isSafety: true }), urgencyOf({ isOfNeed: true })]).toEqual([
    ...["normal", "high", "high"],
  ]);
});
