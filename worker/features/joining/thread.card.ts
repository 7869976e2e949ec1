import type { Speaker, Text } from "../../lib/commands/command.ts";
import { type Card, card, clip, type Note, note, plain } from "../../lib/commands/reply.ts";
import { timestamp, withTimes } from "../../lib/times.schema.ts";
import { type AnswerValue, type FormContent, type Question, shownQuestions, textIn } from "../forms/index.ts";
import { type ProspectStatus, STATUS_TEXTS } from "../prospects/index.ts";
import type { AdmissionStatus, Answers } from "./joining.schema.ts";
import { THREAD_TEXTS as TEXTS } from "./threads.texts.ts";

/** Most characters of an answer on the card, and of all; Discord takes 4,000 with title and small print. */
const ANSWER_LENGTH = 200;
const ANSWERS_LENGTH = 3_000;

/** An application as its card in Discord shows it. */
export type Shown = {
  id: number;
  status: AdmissionStatus;
  answers: Answers;
  sentAt: string;
  decidedBy: string | null;
  prospectId: number;
  name: string;
  at: ProspectStatus;
  assignee: string | null;
  content: FormContent | null;
};

/** The move that is next from a status, by the action of its button. */
export const NEXT: Partial<Record<ProspectStatus, "introduced" | "starts" | "joins">> = {
  intro: "introduced",
  intro_completed: "starts",
  assigned_onboarding: "starts",
  onboarding: "joins",
};

function answerText(speaker: Speaker, question: Question, value: AnswerValue | undefined): string {
  if (value === undefined || value === "") return speaker.say(TEXTS.empty);
  if (value === "none") return speaker.say(TEXTS.none);
  if (typeof value === "boolean") return speaker.say(value ? TEXTS.yes : TEXTS.no);
  if (typeof value === "number") return speaker.number(value);
  if (typeof value === "object" && !Array.isArray(value)) {
    if ("names" in value) return value.names.join(", ");
    const { handle, isVerified } = value;
    return isVerified ? speaker.say(TEXTS.verified, { handle }) : handle;
  }
  const labelOf = (id: string) =>
    textIn(question.options?.find((each) => each.id === id)?.label, speaker.language).text || id;
  if (Array.isArray(value)) return value.map(labelOf).join(", ");
  return question.options ? labelOf(value) : value;
}

function answerLines(speaker: Speaker, { content, answers }: Shown): string[] {
  if (!content || Object.keys(answers).length === 0) return [];
  const asked = shownQuestions(content, answers).filter(({ kind }) => kind !== "text");
  const lines = asked.map((question) => {
    const label =
      textIn(question.short, speaker.language).text || textIn(question.label, speaker.language).text;
    const answer = answerText(speaker, question, answers[question.id]);
    return `**${plain(label, 60)}:** ${plain(answer, ANSWER_LENGTH)}`;
  });
  let left = ANSWERS_LENGTH;
  const shown = lines.filter((line) => {
    left -= line.length + 1;
    return left > 0;
  });
  return shown.length < lines.length ? [...shown, "…"] : shown;
}

function standing(speaker: Speaker, { status, decidedBy, assignee, at }: Shown): string {
  const name = plain(decidedBy ?? speaker.say(TEXTS.someone));
  if (status === "accepted" || status === "declined" || status === "withdrawn")
    return speaker.say(TEXTS[status], { name });
  const words = { status: speaker.say(STATUS_TEXTS[at]), name: plain(assignee ?? "") };
  return speaker.say(assignee === null ? TEXTS.nobody : TEXTS.taken, words);
}

/** The message from which the thread is opened. */
export function drawApplication(speaker: Speaker, shown: Shown): Card {
  const { name, sentAt, status, prospectId, assignee, at } = shown;
  const href = speaker.link(`/crm?prospect=${prospectId}`);
  const isOpen = status === "sent";
  const next = NEXT[at];
  return card({
    title: plain(name, 120),
    href,
    lines: [
      `-# ${speaker.say(TEXTS.sent, { when: timestamp(sentAt, "R") })}`,
      standing(speaker, shown),
      ...answerLines(speaker, shown),
    ],
    note: isOpen ? speaker.say(TEXTS.note) : "",
    isIdle: !isOpen,
    buttons: [
      isOpen && assignee === null && { label: speaker.say(TEXTS.take), action: "take", style: "main" },
      isOpen && next && { label: speaker.say(TEXTS[next]), action: next },
      isOpen && { label: speaker.say(TEXTS.answer), action: "answer" },
      isOpen && { label: speaker.say(TEXTS.decline), action: "decline", style: "danger" },
      { label: speaker.say(TEXTS.open), href },
    ],
  });
}

/** The name of a thread, at most 100 characters. */
export const threadName = ({ name }: Shown): string => clip(name.replace(/\s+/g, " ").trim(), 100) || "–";

/** What one of both wrote, as a quotation of all its lines. */
export function drawMessage(
  speaker: Speaker,
  { isTheirs, name, text }: { isTheirs: boolean; name: string | null; text: string },
): Note {
  const by = plain(name ?? speaker.say(TEXTS.someone), 100);
  const lines = text.split("\n").map((line) => `> ${withTimes(plain(line, text.length))}`);
  return note([speaker.say(isTheirs ? TEXTS.wrote : TEXTS.answered, { name: by }), ...lines].join("\n"));
}

/** An entry of a prospect's history that the thread is told of. */
export type Entry = {
  action: string;
  performedBy: string;
  newValue: string | null;
  outcome: string | null;
};

/** The sentence about an entry. */
export function drawEntry(speaker: Speaker, { action, performedBy, newValue, outcome }: Entry): Note {
  const by = plain(performedBy, 100);
  const say = (text: Text, to = "") => note(speaker.say(text, { by, to }));
  if (action === "assigned") {
    if (newValue === null) return say(TEXTS.gaveBack);
    return newValue === performedBy ? say(TEXTS.tookIt) : say(TEXTS.gaveIt, plain(newValue, 100));
  }
  if (newValue === "active") return say(TEXTS.didAccept);
  if (newValue === "inactive") return say(outcome === "withdrawn" ? TEXTS.didWithdraw : TEXTS.didDecline);
  return say(TEXTS.moved, speaker.say(STATUS_TEXTS[newValue as ProspectStatus] ?? TEXTS.someone));
}
