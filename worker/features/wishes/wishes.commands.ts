import {
  type Action,
  type Call,
  type ChatCommand,
  idOf,
  type MenuCommand,
} from "../../lib/commands/command.ts";
import { type Arguments, card, clip, form, plain, type Reply } from "../../lib/commands/reply.ts";
import type { Route } from "../../lib/http/route.ts";
import { drawn, linesOf, linkTo, PAGE, standing } from "./wishes.card.ts";
import { WISH_COMMAND_TEXTS as TEXTS } from "./wishes.commands.texts.ts";
import * as routes from "./wishes.routes.ts";
import { DESCRIPTION_LENGTH, TITLE_LENGTH, type Wish } from "./wishes.schema.ts";

const SHOWN = 6;
/** The wishes with similar titles; without a title those with the most votes of this week. */
async function list(call: Call, title: string): Promise<Reply> {
  const { items: found, next } = title
    ? { items: await call.ask(routes.listSimilarRoute, { query: { title } }), next: null }
    : await call.ask(routes.listWishesRoute, { query: { limit: `${SHOWN}` } });
  const none = call.say(title ? TEXTS.noneSimilar : TEXTS.none);
  return card({
    title: call.say(title ? TEXTS.similar : TEXTS.trending),
    lines: found.length === 0 ? [none] : title ? [call.say(TEXTS.similarHint)] : [],
    items: found.map((each) => {
      const { id, own, can } = each;
      const [label, action] = own ? [TEXTS.withdraw, "withdraw"] : [TEXTS.vote, "vote"];
      const press = { label: call.say(label), action, given: { id, title } };
      const lines = [`**${plain(each.title, TITLE_LENGTH)}**`, standing(call, each)];
      return { lines, button: can.vote ? press : linkTo(call, id) };
    }),
    note: call.more(next !== null),
    buttons: [
      {
        label: call.say(title ? TEXTS.submitMine : TEXTS.newWish),
        action: "write",
        given: { title },
        style: "main",
      },
      { label: call.say(TEXTS.openAll), href: call.link(PAGE) },
    ],
  });
}

const titleOf = ({ title }: Arguments) => `${title ?? ""}`;

const votes =
  (route: Route<{ id: number }>): Action =>
  async (call, given) => {
    await call.ask(route, { id: idOf(given) });
    return list(call, titleOf(given));
  };

/** The form of a wish; priority and category have their defaults, to be changed in the web app. */
function write(call: Call, title: string, description: string): Reply {
  const line = { type: "line", most: TITLE_LENGTH, isRequired: true } as const;
  const placeholder = call.say(TEXTS.descriptionHint);
  const text = { type: "text", most: DESCRIPTION_LENGTH, isRequired: true, placeholder } as const;
  return form({
    title: call.say(TEXTS.newWish),
    action: "submit",
    fields: [
      { id: "title", label: call.say(TEXTS.fieldTitle), value: title, ...line },
      { id: "description", label: call.say(TEXTS.fieldDescription), value: description, ...text },
    ],
  });
}

const submit: Action = async (call, _, { title = "", description = "" }) => {
  const wish = await call.ask(routes.submitWishRoute, { body: { title, description } });
  return one(call, wish, `**${call.say(TEXTS.submitted)}**`);
};

/** The wish that was rated or voted for in a message for everybody. */
const one = (call: Call, wish: Wish, heading = "") =>
  card({ ...drawn(call, wish), lines: [heading, ...linesOf(call, wish)], buttons: [linkTo(call, wish.id)] });

const judges =
  (works: boolean): Action =>
  async (call, given) =>
    one(call, await call.ask(routes.judgeWishRoute, { id: idOf(given), body: { works } }));

/** Lists wishes, votes for them, and submits one. */
export const wishCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  needs: [routes.listWishesRoute],
  options: [{ name: TEXTS.titleOption, description: TEXTS.titleHint, most: TITLE_LENGTH }],
  run: (call, options) => list(call, titleOf(options)),
  actions: {
    show: (call, given) => list(call, titleOf(given)),
    vote: votes(routes.voteForWishRoute),
    withdraw: votes(routes.withdrawVoteRoute),
    support: async (call, given) => one(call, await call.ask(routes.voteForWishRoute, { id: idOf(given) })),
    works: judges(true),
    fails: judges(false),
    write: async (call, given) => {
      await call.enter(routes.submitWishRoute);
      return write(call, titleOf(given), "");
    },
    submit,
  },
};

/** Submits the text of a message as a wish. */
export const wishOfMessageCommand: MenuCommand = {
  kind: "message",
  name: TEXTS.ofMessage,
  description: TEXTS.ofMessageHint,
  needs: [routes.submitWishRoute],
  async run(call, { text, link }) {
    await call.enter(routes.submitWishRoute);
    const body = text.trim();
    const [first = ""] = body.split("\n");
    const description = `${clip(body, DESCRIPTION_LENGTH - link.length - 2)}\n\n${link}`.trim();
    return write(call, clip(first.trim(), TITLE_LENGTH), description);
  },
  actions: { submit },
};
