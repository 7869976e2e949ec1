import { Call, type Command, type Text } from "../../lib/commands/command.ts";
import { clip, note, plain, type Reply } from "../../lib/commands/reply.ts";
import type { SystemContext } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import { faultText } from "../../lib/fault.ts";
import { write } from "../../lib/guard.ts";
import { inBackground, type RequestContext } from "../../lib/http/app.ts";
import { fillIn } from "../../lib/sentence.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { followUp } from "./follow-up.ts";
import type { OfUser } from "./interactions.schema.ts";
import { type Control, interactions } from "./interactions.table.ts";
import { interactionErrors, interactionNotices, TEXTS } from "./interactions.texts.ts";
import type { Pressed } from "./person.ts";
import { FLAGS, render } from "./render.ts";

/** Milliseconds after which an answer is deferred: Discord waits three seconds for the first. */
const PATIENCE_MS = 1_500;
/** Rows that storing an interaction writes. */
const OWN_ROWS = 2;

/** What an interaction asks for, of a person who may ask. */
export type Asked = {
  interaction: OfUser;
  command: Command;
  language: Language;
  isPersonal: boolean;
  pressed: Pressed | null;
  /** What the person typed into a form. */
  typed: Readonly<Record<string, string>>;
  run: (call: Call) => Promise<Reply>;
};

export const sayIn = (language: Language, text: Text, values: Record<string, string> = {}): string =>
  fillIn(text[language], (name) => values[name] ?? "–");

/** Keeps an interaction: taken once, before it writes or is answered, and then with the controls of its answer. */
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
    if (isTaken)
      await write(db, [
        db
          .insert(interactions)
          .values({ ...this.#key, createdAt, controls })
          .onConflictDoUpdate({ target: [interactions.userId, interactions.id], set: { controls } }),
      ]);
    else
      await write(db, [db.insert(interactions).values({ userId, id, createdAt, controls })], {
        "interactions.": taken,
      });
  }
}

/**
 * Runs a command or what a press means, and answers within Discord's three seconds: what takes longer is deferred and sent
 * afterwards. What it asked for is done once, however often the interaction comes.
 */
export async function answer(c: RequestContext, context: SystemContext, asked: Asked): Promise<Response> {
  const { interaction, command } = asked;
  const { actor } = c.var;
  c.set("charge", { rows: OWN_ROWS });
  const kept = new Kept(context, actor.userId, interaction.id);
  const call = callOf(c, asked, () => kept.take());
  const isOnCard = interaction.type === 3 || (interaction.type === 5 && Boolean(interaction.message));

  const work = asked
    .run(call)
    .catch((error) => replyTo(c, error, asked))
    .then(async (reply) => {
      const made = render(reply, command.name.en, interaction.id);
      await kept.take(made.controls.length > 0 ? made.controls : null);
      const isNew = !isOnCard || reply.kind === "note" || (reply.kind === "card" && reply.isNew === true);
      return { ...made, isForm: reply.kind === "form", isNew };
    });
  const isDeferred = Symbol("deferred");
  const first = await Promise.race([
    work,
    new Promise<typeof isDeferred>((resolve) =>
      setTimeout(() => resolve(isDeferred), command.isSlow ? 0 : PATIENCE_MS),
    ),
  ]);
  if (first !== isDeferred) {
    const { data, isForm, isNew } = first;
    return Response.json({ type: isForm ? 9 : isNew ? 4 : 7, data });
  }
  inBackground(
    c,
    work.then((made) => sendLate(context, asked, made, actor.userId, isOnCard)),
  );
  return Response.json(isOnCard ? { type: 6 } : { type: 5, data: { flags: FLAGS.ephemeral } });
}

/** The call that a command or an action gets. @param beforeWrite runs before the first route that writes */
export function callOf(
  c: RequestContext,
  { interaction, language, isPersonal, pressed }: Asked,
  beforeWrite: () => Promise<void>,
): Call {
  const key = pressed && "custom_id" in interaction.data ? interaction.data.custom_id : interaction.id;
  const given = { language, isPersonal, key: `discord-${key}`, beforeWrite };
  return new Call(c, c.var.actor as Call["actor"], given);
}

type Made = { data: object; isForm: boolean; isNew: boolean };

async function sendLate(
  context: SystemContext,
  { interaction: { token }, command, language }: Asked,
  { data, isForm, isNew }: Made,
  userId: number,
  isOnCard: boolean,
): Promise<void> {
  const shown = isForm ? render(note(TEXTS.tooSlow[language]), command.name.en, "").data : data;
  // The first answer to a command that was deferred is an edit of "is thinking".
  const isTaken = await followUp(context.env, { token, data: shown, isNew: isOnCard && (isNew || isForm) });
  if (isTaken) return;
  const { db } = context;
  await write(
    db,
    interactionNotices.write(context, userId, "command.unanswered", {
      command: `/${command.name[language]}`,
    }),
  );
}

/** What a person is told of an error: the sentence that the web app has for it, and what they had typed. */
function replyTo(c: RequestContext, error: unknown, { language, command, pressed, typed }: Asked): Reply {
  const { requestId } = c.var;
  if (!(error instanceof AppError)) {
    console.error(JSON.stringify({ requestId, at: "interaction", error: faultText(error) }));
    return note(sayIn(language, TEXTS.failed, { requestId }));
  }
  if (error.code === "interaction_repeated") throw error;
  c.var.refused(error);
  const why = error.text(language, { requestId });
  const isStale = error.entry.status === 409 && pressed;
  const [, , given] = pressed?.control ?? [];
  const at = Math.floor(Date.parse(pressed?.at ?? "") / 1_000);
  const told = isStale ? sayIn(language, TEXTS.stale, { when: `<t:${at}:f>`, why }) : why;
  const lines = Object.values(typed).filter((each) => each.length > 1);
  const back =
    lines.length > 0
      ? [`-# ${TEXTS.youWrote[language]}`, ...lines.map((each) => `> ${plain(clip(each, 3_000), 3_000)}`)]
      : [];
  return note(
    [told, ...back].join("\n"),
    isStale && given && command.actions?.["show"]
      ? [{ label: TEXTS.showNow[language], action: "show", given }]
      : [],
  );
}
