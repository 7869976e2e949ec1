import { note } from "../../lib/commands/reply.ts";
import { write } from "../../lib/guard.ts";
import { inBackground, type RequestContext } from "../../lib/http/app.ts";
import { isOnCard, languageOf, type Made, tell } from "./answer.ts";
import { followUp } from "./follow-up.ts";
import type { OfUser } from "./interactions.schema.ts";
import { interactionNotices, TEXTS } from "./interactions.texts.ts";
import { FLAGS } from "./render.ts";
import type { InteractionContext } from "./verify.ts";

/** Milliseconds after which an answer is deferred: Discord waits three seconds for the first. */
const PATIENCE_MS = 1_500;

/** Answers within Discord's three seconds: what takes longer is deferred and sent afterwards. */
export async function inTime(
  c: RequestContext,
  context: InteractionContext,
  interaction: OfUser,
  work: Promise<Made>,
  isSlow = false,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), isSlow ? 0 : PATIENCE_MS));
  const first = await Promise.race([work, late]);
  if (first) {
    const { data, isForm, isNew } = first;
    return Response.json({ type: isForm ? 9 : isNew ? 4 : 7, data });
  }
  inBackground(
    c,
    work.then((made) => sendLate(c, context, interaction, made)),
  );
  return Response.json(isOnCard(interaction) ? { type: 6 } : { type: 5, data: { flags: FLAGS.ephemeral } });
}

async function sendLate(
  c: RequestContext,
  context: InteractionContext,
  interaction: OfUser,
  { data, isForm, isNew, command }: Made,
): Promise<void> {
  // Discord takes a form as the first answer alone.
  const shown = isForm ? tell(note(TEXTS.tooSlow[languageOf(interaction)])).data : data;
  // The first answer to a command that was deferred is an edit of "is thinking".
  const isAnother = isOnCard(interaction) && (isNew || isForm);
  if (await followUp(context.env, { token: interaction.token, data: shown, isNew: isAnother })) return;
  if (command === null) return;
  const { userId } = c.var.actor;
  await write(context.db, interactionNotices.write(context, userId, "command.unanswered", { command }));
}
