import { createHash } from "node:crypto";
import { needLines } from "../../lib/needs.ts";
import { fillPath, noticeSentence } from "../../lib/notice-text.ts";
import type { MessageItem, Outgoing } from "../../lib/outgoing/channels.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { PushMessage } from "./push-service.ts";

/** Most sentences of a summary, and characters in all: phones show less of a notification. */
const MOST = 5;
const LENGTH = 600;
const TITLE = "Command Centre";
const MORE = {
  en: (count: number) => `And ${count} more.`,
  da: (count: number) => `Og ${count} mere.`,
};

/** The topic of a message: the same for each attempt to deliver it. */
const topicOf = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 32);

const shortened = (text: string) => {
  const characters = [...text];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH - 1).join("")}…` : text;
};

type Shown = {
  title?: string | undefined;
  body: string;
  path: string;
  key: string;
  language: Language;
  urgency: PushMessage["urgency"];
};

/**
 * A message that Safari shows by itself, and the service worker elsewhere (Declarative Web Push).
 * @param shown.path of the page that it opens
 */
export function pushMessage(
  appUrl: string,
  { title = TITLE, body, path, key, language, urgency }: Shown,
): PushMessage {
  const topic = topicOf(key);
  const notification = {
    ...{ title, body: shortened(body), lang: language, tag: topic },
    navigate: new URL(path, appUrl).href,
  };
  const text = JSON.stringify({ web_push: 8030, notification });
  return { body: new TextEncoder().encode(text), topic, urgency };
}

/** The page of a notice; one that its reader may no longer open shows that itself. */
function pathOf({ text, details }: MessageItem): string {
  const path = text ? fillPath(text.opens.page, details) : "/";
  return path.length > LENGTH ? "/" : path;
}

/** The message of one notice, or of a summary of several. */
export function noticeMessage(appUrl: string, { key, language, items, needs }: Outgoing): PushMessage {
  const sentences = items.flatMap(({ text, details }) =>
    text ? [noticeSentence(text, language, details)] : [],
  );
  const [first] = items;
  const isUrgent = items.some(({ text }) => text?.isSafety || text?.isOfNeed);
  const shown = [...needLines(needs, language, MOST), ...sentences.slice(0, MOST)];
  if (sentences.length > MOST) shown.push(MORE[language](sentences.length - MOST));
  return pushMessage(appUrl, {
    ...{ key, language, body: shown.join("\n"), urgency: isUrgent ? "high" : "normal" },
    ...(items.length === 1 ? { title: first.text?.title[language], path: pathOf(first) } : { path: "/" }),
  });
}
