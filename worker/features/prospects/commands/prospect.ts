import { type Call, type ChatCommand, idOf } from "../../../lib/commands/command.ts";
import { type Arguments, card, form, note, plain } from "../../../lib/commands/reply.ts";
import { PROSPECT_TEXTS as TEXTS } from "../prospects.commands.texts.ts";
import * as routes from "../prospects.routes.ts";
import {
  type Prospect,
  type ProspectStatus,
  SEARCH_LENGTH,
  type WithdrawOutcome,
} from "../prospects.schema.ts";
import { STATUS_TEXTS } from "../prospects.texts.ts";
import { chosenMember } from "./assignee.ts";
import { assigneeField, later, showProspect, stepTo, WORDS_LENGTH } from "./card.ts";

/** Prospects that are shown of a search. */
const FOUND = 6;

const versionOf = ({ version }: Arguments) => Number(version);
const get = (call: Call, given: Arguments) => call.ask(routes.getProspectRoute, { id: idOf(given) });
const find = async (call: Call, text: string, limit: number) => {
  const query = { q: text.slice(0, SEARCH_LENGTH), limit: `${limit}` };
  return (await call.ask(routes.listProspectsRoute, { query })).items;
};
const inWords = (call: Call, { displayName, status }: Prospect) =>
  `${displayName} · ${call.say(STATUS_TEXTS[status])}`;

/** Gives the prospect to the chosen member, or to the user. */
const assign = async (call: Call, given: Arguments, { assignee }: { assignee?: string }) => {
  const body = { assignedTo: await chosenMember(call, assignee), version: versionOf(given) };
  return showProspect(call, await call.ask(routes.assignProspectRoute, { id: idOf(given), body }), true);
};

/** A prospect by name. */
export const prospectCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description },
  needs: [routes.listProspectsRoute],
  options: [
    {
      ...{ name: TEXTS.option, description: TEXTS.optionDescription, type: "text", isRequired: true },
      most: SEARCH_LENGTH,
      async complete(call, typed) {
        const found = await find(call, typed, 25);
        return found.map((each) => ({ name: inWords(call, each), value: `${each.id}` }));
      },
    },
  ],
  async run(call, { name = "" }) {
    // Fewer digits than a Discord id has: a choice.
    if (/^\d{1,14}$/.test(`${name}`)) return showProspect(call, await get(call, { id: Number(name) }));
    const found = await find(call, `${name}`, FOUND);
    const [first, second] = found;
    if (!first) return note(call.say(TEXTS.nobodyFound, { name: plain(`${name}`, 50) }));
    if (!second) return showProspect(call, first);
    const open = (id: number) => ({ label: call.say(TEXTS.show), action: "show", given: { id } });
    const items = found.map((each) => ({ lines: [plain(inWords(call, each))], button: open(each.id) }));
    return card({ title: call.say(TEXTS.found), items });
  },
  actions: {
    show: async (call, given) => showProspect(call, await get(call, given)),
    open: async (call, given) => ({ ...(await showProspect(call, await get(call, given))), isNew: true }),
    take: async (call, given) => ({ ...(await assign(call, given, {})), isNew: true }),
    async ask(call, given) {
      const prospect = await get(call, given);
      const { text, fields, takesOver } = stepTo(call, prospect, given["to"] as ProspectStatus);
      const title = `${call.say(text)} ${prospect.displayName}`;
      return form({ title, action: "move", given: { ...given, takesOver }, fields });
    },
    async move(call, given, { reason, outcome, assignee }) {
      const body = {
        ...{ status: given["to"] as ProspectStatus, version: versionOf(given) },
        ...(reason ? { reason } : {}),
        ...(outcome ? { outcome: outcome as WithdrawOutcome } : {}),
        ...(given["takesOver"] ? { assignedTo: await chosenMember(call, assignee) } : {}),
      };
      return showProspect(call, await call.ask(routes.changeStatusRoute, { id: idOf(given), body }), true);
    },
    async reassign(call, given) {
      const { displayName } = await get(call, given);
      return form({ title: displayName, action: "assign", given, fields: [assigneeField(call)] });
    },
    assign,
    async extend(call, given) {
      const deadline = later(call, Number(given["days"]), given["deadline"] as string | null);
      const body = { deadline, version: versionOf(given) };
      return showProspect(call, await call.ask(routes.changeDeadlineRoute, { id: idOf(given), body }), true);
    },
    async writeNote(call, given) {
      const { displayName } = await get(call, given);
      const field = { id: "text", type: "text", most: WORDS_LENGTH, isRequired: true } as const;
      const words = { label: call.say(TEXTS.note), description: call.say(TEXTS.noteHint) };
      return form({ title: displayName, action: "addNote", given, fields: [{ ...field, ...words }] });
    },
    async addNote(call, given, { text = "" }) {
      const { notes } = await get(call, given);
      const line = `${call.now.toISOString().slice(0, 10)} ${call.actor.name}: ${text.trim()}`;
      const body = { notes: notes ? `${notes}\n${line}` : line, version: versionOf(given) };
      return showProspect(call, await call.ask(routes.changeNotesRoute, { id: idOf(given), body }));
    },
    async undo(call, given) {
      const body = { version: versionOf(given) };
      return showProspect(call, await call.ask(routes.undoChangeRoute, { id: idOf(given), body }));
    },
  },
};
