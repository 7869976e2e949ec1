import { type Action, type Call, type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { type Arguments, form, type Note, note, plain, type Reply } from "../../lib/commands/reply.ts";
import { memberIdOf } from "../../lib/context.ts";
import { AppError } from "../../lib/errors.ts";
import type { Route } from "../../lib/http/route.ts";
import {
  assignProspectRoute,
  changeStatusRoute,
  getProspectRoute,
  needsAssignee,
  PROSPECT_STATUSES,
  type Prospect,
  type ProspectStatus,
  REASON_LENGTH,
  STATUS_TEXTS,
} from "../prospects/index.ts";
import { getReviewedRoute, writeToApplicantRoute } from "./joining.routes.ts";
import { MESSAGE_LENGTH, type Reviewed } from "./joining.schema.ts";
import { THREAD_TEXTS as TEXTS } from "./threads.texts.ts";

/** Discord makes no such id. */
const NO_THREAD = "0".repeat(17);

type Found = { application: Reviewed; prospect: Prospect };

async function find(call: Call, { id }: Arguments): Promise<Found> {
  const application = await call.ask(getReviewedRoute, { query: { admission: `${Number(id)}` } });
  return { application, prospect: await call.ask(getProspectRoute, { id: application.prospectId }) };
}

/** Says who was first, and how it is now. */
function already(call: Call, { application: { lastBy }, prospect }: Found): Note {
  const status = call.say(TEXTS.at, { status: call.say(STATUS_TEXTS[prospect.status]) });
  const has = prospect.assigneeName && call.say(TEXTS.has, { name: plain(prospect.assigneeName) });
  const name = plain(lastBy ?? call.say(TEXTS.someone));
  return note(call.say(TEXTS.already, { name, what: [status, has].filter(Boolean).join(" ") }));
}

type Act = (call: Call, found: Found, given: Arguments, values: Parameters<Action>[2]) => Promise<Reply>;

/** Acts on an open application; says who was first where it is decided, or where the act is done or was done meanwhile. */
const acts =
  (act: Act, isDone: (prospect: Prospect) => boolean = () => false): Action =>
  async (call, given, values) => {
    const isOver = ({ application, prospect }: Found) => application.status !== "sent" || isDone(prospect);
    const found = await find(call, given);
    if (isOver(found)) return already(call, found);
    return act(call, found, given, values).catch(async (error) => {
      const now = error instanceof AppError && error.entry.status === 409 ? await find(call, given) : null;
      if (now && isOver(now)) return already(call, now);
      throw error;
    });
  };

const take = acts(
  async (call, { prospect: { id, version } }) => {
    await call.ask(assignProspectRoute, { id, body: { assignedTo: memberIdOf(call.actor), version } });
    return note(call.say(TEXTS.youTook));
  },
  ({ assignedTo }) => assignedTo !== null,
);

const rankOf = (status: ProspectStatus) => PROSPECT_STATUSES.indexOf(status);

/** Moves a prospect on, unless it is there already. */
const moves = (to: ProspectStatus): Action =>
  acts(
    async (call, { prospect: { id, version, assignedTo } }) => {
      const isMine = needsAssignee(to) && assignedTo === null;
      const assignee = isMine ? { assignedTo: memberIdOf(call.actor) } : {};
      await call.ask(changeStatusRoute, { id, body: { status: to, version, ...assignee } });
      return note(call.say(TEXTS.youMoved, { status: call.say(STATUS_TEXTS[to]) }));
    },
    ({ status }) => rankOf(status) >= rankOf(to),
  );

/** Opens a dialog of texts. */
const asks = (route: Route, action: string, ...fields: readonly ["text" | "reason" | "words", number][]) =>
  acts(async (call, { application: { name }, prospect: { version } }, { id = null }) => {
    await call.enter(route);
    return form({
      ...{ title: name, action, given: { id, version } },
      fields: fields.map(([field, most]) => ({
        ...{ id: field, type: "text", most, isRequired: field !== "words" },
        label: call.say(TEXTS[`${field}Label`], { name }),
        description: call.say(TEXTS[`${field}Hint`], { name }),
      })),
    });
  });

async function send(call: Call, { admissionId: id, name }: Reviewed, text = ""): Promise<Note> {
  await call.ask(writeToApplicantRoute, { id, body: { text } });
  return note(call.say(TEXTS.youSent, { name: plain(name) }));
}

const declined = acts(async (call, { application, prospect: { id } }, given, { reason = "", words }) => {
  const said = { reason, ...(words?.trim() ? { words } : {}), version: Number(given["version"]) };
  await call.ask(changeStatusRoute, { id, body: { status: "inactive", outcome: "declined", ...said } });
  return note(call.say(TEXTS.youDeclined, { name: plain(application.name) }));
});

/** Answers the applicant of a thread; its actions are those of the card from which the thread is opened. */
export const replyCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  needs: [writeToApplicantRoute],
  options: [
    { name: TEXTS.option, description: TEXTS.optionDescription, isRequired: true, most: MESSAGE_LENGTH },
  ],
  async run(call, { text }) {
    const query = { thread: call.channelId ?? NO_THREAD };
    const application = await call.ask(getReviewedRoute, { query }).catch((error) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    });
    if (!application) return note(call.say(TEXTS.elsewhere));
    if (application.status === "sent") return send(call, application, text);
    return already(call, await find(call, { id: application.admissionId }));
  },
  actions: {
    ...{ take, declined },
    answer: asks(writeToApplicantRoute, "send", ["text", MESSAGE_LENGTH]),
    decline: asks(changeStatusRoute, "declined", ["reason", REASON_LENGTH], ["words", REASON_LENGTH]),
    introduced: moves("intro_completed"),
    starts: moves("onboarding"),
    joins: moves("active"),
    send: acts((call, { application }, _, { text }) => send(call, application, text)),
    show: async (call, given) => already(call, await find(call, { id: idOf(given) })),
  },
};
