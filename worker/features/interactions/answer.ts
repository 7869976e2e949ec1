import { and, eq } from "drizzle-orm";
import { Call, type Command, type Text } from "../../lib/commands/command.ts";
import { clip, type Note, note, plain, type Reply } from "../../lib/commands/reply.ts";
import type { SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { logFault } from "../../lib/log.ts";
import { fillIn } from "../../lib/sentence.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { OfUser } from "./interactions.schema.ts";
import { type Control, interactions } from "./interactions.table.ts";
import { interactionErrors, TEXTS } from "./interactions.texts.ts";
import type { Pressed } from "./person.ts";
import { render } from "./render.ts";

/** Rows that storing an interaction writes. */
const OWN_ROWS = 2;

/** The request of an interaction, from a person who may make it. */
export type Asked = {
  interaction: OfUser;
  command: Command;
  language: Language;
  isPersonal: boolean;
  pressed: Pressed | null;
  /** The texts that the person typed into a form. */
  typed: Readonly<Record<string, string>>;
  run: (call: Call) => Promise<Reply>;
};

/** The user's language in Discord. */
export const languageOf = ({ locale }: OfUser): Language => (locale?.startsWith("da") ? "da" : "en");

export const sayIn = (language: Language, text: Text, values: Record<string, string> = {}): string =>
  fillIn(text[language], (name) => values[name] ?? "–");

/** Stores an interaction: once before it writes or is answered, and then with the controls of its answer. */
class Kept {
  #isTaken = false;
  readonly #context: SystemContext;
  readonly #key: { userId: number; id: string };

  constructor(context: SystemContext, userId: number, id: string) {
    this.#context = context;
    this.#key = { userId, id };
  }

  /** @throws AppError interaction_repeated */
  async take(controls: Control[] | null = null): Promise<void> {
    const { db, now } = this.#context;
    const { userId, id } = this.#key;
    const isTaken = this.#isTaken;
    if (isTaken && controls === null) return;
    this.#isTaken = true;
    const createdAt = now.toISOString();
    const taken = interactionErrors.interaction_repeated();
    const isOwn = and(eq(interactions.userId, userId), eq(interactions.id, id));
    if (isTaken) await db.update(interactions).set({ controls }).where(isOwn);
    else
      await write(db, [db.insert(interactions).values({ userId, id, createdAt, controls })], {
        "interactions.": taken,
      });
  }
}

/**
 * An answer for Discord; `isNew` unless it replaces the card whose button was pressed. `command` is the name of the command for
 * its user; null for none.
 */
export type Made = { data: object; isForm: boolean; isNew: boolean; command: string | null };

/** Whether an interaction comes from one of our messages, which an answer can replace. */
export const isOnCard = (interaction: OfUser): boolean =>
  interaction.type === 3 || (interaction.type === 5 && Boolean(interaction.message));

/** A sentence outside any command, which only the person sees. */
export const tell = (reply: Note, command: string | null = null): Made => ({
  ...{ data: render(reply, "", "").data, isForm: false, isNew: true, command },
});

/** Runs a command or the action of a press; a repeated interaction runs it once. */
export async function perform(c: RequestContext, context: SystemContext, asked: Asked): Promise<Made> {
  const { interaction, command, pressed } = asked;
  c.set("charge", { rows: OWN_ROWS });
  const kept = new Kept(context, c.var.actor.userId, interaction.id);
  const call = callOf(c, asked, () => kept.take());
  const isBelow = pressed?.control[2]["isNew"] === true;
  const reply = await asked.run(call).then(
    // Shows the answer to the form below, too.
    (made) => (made.kind === "form" && isBelow ? { ...made, given: { ...made.given, isNew: true } } : made),
    (error) => replyTo(c, error, asked),
  );
  const { data, controls } = render(reply, command.name.en, interaction.id);
  const called = command.name[asked.language];
  const name = command.kind === "chat" ? `/${called}` : called;
  try {
    await kept.take(controls.length > 0 ? controls : null);
  } catch (error) {
    // Such as a user without remaining budget of written rows.
    return tell(replyTo(c, error, asked), name);
  }
  const isNew = reply.kind === "note" || isBelow || !isOnCard(interaction);
  return { data, isForm: reply.kind === "form", isNew, command: name };
}

/** The call that a command or an action gets. @param beforeWrite runs before the first route that writes */
export function callOf(
  c: RequestContext,
  { interaction, language, isPersonal, pressed }: Asked,
  beforeWrite: () => Promise<void>,
): Call {
  const key = pressed && "custom_id" in interaction.data ? interaction.data.custom_id : interaction.id;
  const { channel_id: channelId = null } = interaction;
  const given = { language, isPersonal, channelId, key: `discord-${key}`, beforeWrite };
  return new Call(c, c.var.actor as Call["actor"], given);
}

/** The answer for an error: the web app's sentence for it, and the texts that the user typed. */
function replyTo(c: RequestContext, error: unknown, { language, command, pressed, typed }: Asked): Note {
  const { requestId } = c.var;
  if (!(error instanceof AppError)) {
    logFault("interaction", error, { requestId });
    return note(sayIn(language, TEXTS.failed, { requestId }));
  }
  if (error.code === "interaction_repeated") throw error;
  c.var.refused(error);
  // Sentences can include texts of users, such as the name of a record.
  const written = Object.entries(error.parameters).map(([name, value]) => [name, plain(`${value}`, 1_000)]);
  const why = error.text(language, { ...Object.fromEntries(written), requestId });
  const isConflict = error.entry.status === 409 && pressed;
  const [, , given] = pressed?.control ?? [];
  const at = Math.floor(Date.parse(pressed?.at ?? "") / 1_000);
  const explanation =
    error.code === "stale_version" && pressed
      ? sayIn(language, TEXTS.stale, { when: `<t:${at}:f>`, why })
      : why;
  const lines = Object.values(typed).filter((each) => each.length > 1);
  const back =
    lines.length > 0
      ? [`-# ${TEXTS.youWrote[language]}`, ...lines.map((each) => `> ${plain(clip(each, 3_000), 3_000)}`)]
      : [];
  return note(
    [explanation, ...back].join("\n"),
    isConflict && given && command.actions?.["show"]
      ? [{ label: TEXTS.showNow[language], action: "show", given }]
      : [],
  );
}
