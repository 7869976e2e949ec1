import type { AnnouncementText, PublicCard } from "../../lib/announcements.ts";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { Speaker } from "../../lib/commands/command.ts";
import { type Card, card, plain } from "../../lib/commands/reply.ts";
import type { Feature } from "../../lib/feature.ts";
import { fillIn } from "../../lib/sentence.ts";
import { timestamp } from "../../lib/times.schema.ts";
import { MESSAGE_TEXTS } from "./announcements.texts.ts";

/** The features' announcements: the texts of each kind, and the cards of their records by subject. */
export const announcedBy = (features: readonly Feature[]) => ({
  texts: new Map<string, AnnouncementText>(
    features.flatMap(({ announcements }) => Object.entries(announcements?.texts ?? {})),
  ),
  cards: new Map<string, PublicCard>(
    features.flatMap(({ announcements }) => Object.entries(announcements?.cards ?? {})),
  ),
});

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Names of details that may be a time. */
const OF_TIME = /At$|^(from|to)$/;

/** A detail in a message: texts of users as written, times in the reader's own zone. */
function shown(speaker: Speaker, name: string, value: string | number | null | undefined): string {
  if (typeof value === "number") return speaker.number(value);
  if (!value) return "–";
  return OF_TIME.test(name) && INSTANT.test(value)
    ? `${timestamp(value)} (${timestamp(value, "R")})`
    : plain(value, 200);
}

/** A sentence about an event, as a card without acting buttons. */
export function drawSentence(
  speaker: Speaker,
  { opens, ...words }: AnnouncementText,
  details: AuditDetails,
): Card {
  const { title, text } = words[speaker.language];
  const page = fillIn(opens.page, (name) => encodeURIComponent(details[name] ?? ""));
  const href = speaker.link(page);
  return card({
    title,
    href,
    lines: [fillIn(text, (name) => shown(speaker, name, details[name]))],
    buttons: [{ label: speaker.say(MESSAGE_TEXTS.open), href }],
  });
}

/** Adds to the small print of a card that it may be posted twice. */
export function withDoubt(speaker: Speaker, drawn: Card): Card {
  const note = [drawn.note, speaker.say(MESSAGE_TEXTS.twice)].filter(Boolean).join(" ");
  return { ...drawn, note };
}

/** The number that identifies a message among others: 31 bits of a hash of its key (FNV-1a). */
export function markOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  // Discord numbers components without a number from 1 on.
  return (hash >>> 1) | (1 << 20);
}
