import {
  type APIApplicationCommand,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10";
import { localText } from "../command-forms.ts";
import type { Core } from "../core.ts";
import { ControlError } from "../guild-inputs.ts";
import { isObject, type JsonObject } from "../http.ts";
import { offeredCommands } from "../interaction-commands.ts";
import type { InteractionInput } from "../interaction-records.ts";
import { findPeople, outsider, shownName } from "../people.ts";
import { textsOf } from "./chat-texts.ts";
import type { Viewer } from "./chat-viewer.ts";

const {
  Subcommand,
  SubcommandGroup,
  Boolean: Yes,
  User,
  Integer,
  Number: Decimal,
} = ApplicationCommandOptionType;

/** One entry of the list below the text field. */
export interface Suggestion {
  label: string;
  description: string;
  /** What the text field contains when it is taken. */
  text: string;
}

/** Choices that autocomplete has offered, by person, command and option: what is shown, and the value that is sent. */
export type Offered = Map<string, Map<string, unknown>>;

/** A command as far as it is typed. */
interface Typed {
  command: APIApplicationCommand;
  /** The subcommands, outermost first. */
  path: JsonObject[];
  /** Options that can be given there. */
  options: JsonObject[];
  given: { option: JsonObject; raw: string; start: number }[];
  /** Text that belongs to no option. */
  rest: string;
}

const parts = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const named = (part: object, locale: string): string =>
  localText({ ...part }, "name", locale) ?? String((part as { name?: unknown }).name);
const described = (part: object, locale: string): string =>
  localText({ ...part }, "description", locale) ??
  String((part as { description?: unknown }).description ?? "");
const isNamed = (part: object, word: string, locale: string): boolean =>
  named(part, locale) === word || (part as { name?: unknown }).name === word;
const isBranch = ({ type }: JsonObject): boolean => type === Subcommand || type === SubcommandGroup;

function offeredTo(core: Core, viewer: Viewer): APIApplicationCommand[] {
  return offeredCommands(core.guild.state, viewer.application, viewer).filter(
    ({ type }) => type === ApplicationCommandType.ChatInput,
  );
}

function parse(core: Core, viewer: Viewer, text: string): Typed | undefined {
  const { locale } = viewer;
  const [first = "", ...words] = text.slice(1).split(" ");
  const command = offeredTo(core, viewer).find((each) => isNamed(each, first, locale));
  if (!command) return undefined;
  const path: JsonObject[] = [];
  let options = parts((command as { options?: unknown }).options);
  let start = first.length + 2;
  while (options.some(isBranch)) {
    const next = options.find((option) => isNamed(option, words[0] ?? "", locale));
    if (!next) break;
    path.push(next);
    options = parts(next["options"]);
    start += (words.shift() ?? "").length + 1;
  }
  const tail = text.slice(start);
  const marks = [...tail.matchAll(/(?:^|\s)([^\s:]+):/g)].flatMap((match) => {
    const option = options.find((each) => isNamed(each, match[1] ?? "", locale));
    return option ? [{ option, at: match.index, end: match.index + match[0].length }] : [];
  });
  const given = marks.map(({ option, end }, index) => ({
    option,
    raw: tail.slice(end, marks[index + 1]?.at).trim(),
    start: start + end,
  }));
  return { command, path, options, given, rest: tail.slice(0, marks[0]?.at).trim() };
}

const keyOf = ({ userId }: Viewer, { command, path }: Typed, option: JsonObject): string =>
  [userId, command.id, ...path.map(({ name }) => name), option["name"]].join(" ");

/** Returns the value of an option from its typed text; a text that does not fit stays a text. */
function typedValue(
  core: Core,
  viewer: Viewer,
  offered: Offered,
  typed: Typed,
  option: JsonObject,
  raw: string,
): unknown {
  const known = offered.get(keyOf(viewer, typed, option))?.get(raw);
  if (known !== undefined) return known;
  const choice = parts(option["choices"]).find((each) => isNamed(each, raw, viewer.locale));
  if (choice) return choice["value"];
  const { type } = option;
  if ((type === Integer || type === Decimal) && raw !== "" && !Number.isNaN(Number(raw))) return Number(raw);
  if (type === Yes) {
    const texts = textsOf(viewer.locale);
    if (raw === texts.yes || raw === "true") return true;
    if (raw === texts.no || raw === "false") return false;
  }
  return type === User ? personId(core, raw) : raw;
}

/**
 * Returns the id of a person who is named by user name, shown name or id.
 * @throws ControlError when there is no such person
 */
export function personId(core: Core, text: string): string {
  const name = text.trim().replace(/^@/, "");
  const { people } = core.guild.state;
  if (people.has(name)) return name;
  const other = outsider(core);
  const found =
    core.guild.member(name)?.user.id ??
    (other.username === name ? other.id : undefined) ??
    [...people.keys()].find((id) => shownName(core, id) === name);
  if (!found) throw new ControlError(`${name || "Nobody"} is unknown: pick a person from the list`);
  return found;
}

function optionsOf(core: Core, viewer: Viewer, offered: Offered, typed: Typed): JsonObject {
  const values = Object.fromEntries(
    typed.given.map(({ option, raw }) => [
      String(option["name"]),
      typedValue(core, viewer, offered, typed, option, raw),
    ]),
  );
  return typed.path.reduceRight<JsonObject>((inner, { name }) => ({ [String(name)]: inner }), values);
}

/**
 * Returns the interaction of a command that was typed.
 * @throws ControlError when there is no such command, or text that belongs to no option
 */
export function readCommand(core: Core, viewer: Viewer, offered: Offered, text: string): InteractionInput {
  const typed = parse(core, viewer, text.trim());
  if (!typed) throw new ControlError(`There is no command ${text.trim().split(" ")[0] ?? ""} here.`);
  if (typed.rest) throw new ControlError(`“${typed.rest}” belongs to no option: write option:value.`);
  const { userId, place, install, locale, channelId: channel } = viewer;
  const { name } = typed.command;
  return {
    kind: "command",
    userId,
    place,
    install,
    channel,
    locale,
    name,
    options: optionsOf(core, viewer, offered, typed),
  };
}

/** Returns what can be typed next: commands, subcommands, values of the last option, further options. */
export async function suggest(
  core: Core,
  viewer: Viewer,
  offered: Offered,
  text: string,
): Promise<Suggestion[]> {
  const { locale } = viewer;
  if (!text.startsWith("/")) return [];
  const typed = text.includes(" ") ? parse(core, viewer, text) : undefined;
  if (!typed) {
    const start = text.slice(1).toLocaleLowerCase(locale);
    return offeredTo(core, viewer)
      .map((command) => ({ label: `/${named(command, locale)}`, description: described(command, locale) }))
      .filter(({ label }) => label.slice(1).startsWith(start))
      .map((each) => ({ ...each, text: `${each.label} ` }));
  }
  const open = typed.given.at(-1);
  const values = open ? await valuesFor(core, viewer, offered, typed, open.option, open.raw) : [];
  const used = new Set(typed.given.map(({ option }) => option));
  const isAfterValue = !open || /\S\s+$/.test(text.slice(open.start));
  const before = typed.rest && !open ? text.slice(0, text.length - typed.rest.length) : `${text.trimEnd()} `;
  const further = typed.options
    .filter(
      (option) =>
        !used.has(option) && isAfterValue && named(option, locale).startsWith(open ? "" : typed.rest),
    )
    .map((option) => {
      const label = isBranch(option) ? named(option, locale) : `${named(option, locale)}:`;
      return {
        label,
        description: described(option, locale),
        text: before + label + (isBranch(option) ? " " : ""),
      };
    });
  return [
    ...values.map(({ label, description }) => ({
      label,
      description,
      text: `${text.slice(0, open?.start ?? 0)}${label} `,
    })),
    ...further,
  ].slice(0, 25);
}

async function valuesFor(
  core: Core,
  viewer: Viewer,
  offered: Offered,
  typed: Typed,
  option: JsonObject,
  raw: string,
): Promise<{ label: string; description: string }[]> {
  const { locale, userId, place, install, channelId: channel } = viewer;
  const needle = raw.toLocaleLowerCase(locale);
  const fitting = (labels: string[]): { label: string; description: string }[] =>
    labels
      .filter((label) => label.toLocaleLowerCase(locale).includes(needle))
      .map((label) => ({ label, description: "" }));
  if (option["type"] === Yes) return fitting([textsOf(locale).yes, textsOf(locale).no]);
  if (option["type"] === User)
    return findPeople(core, raw.replace(/^@/, ""))
      .slice(0, 8)
      .map(({ member: { user } }) => ({ label: user.username, description: shownName(core, user.id) }));
  if (option["autocomplete"] !== true)
    return fitting(parts(option["choices"]).map((choice) => named(choice, locale)));
  const values = { ...typed, given: typed.given.filter((each) => each.option === option || each.raw !== "") };
  const { response } = await core.interactions.send({
    kind: "autocomplete",
    userId,
    place,
    install,
    channel,
    locale,
    name: typed.command.name,
    options: optionsOf(core, viewer, new Map(), values),
    focused: String(option["name"]),
  });
  const choices = isObject(response?.data) ? parts(response.data["choices"]) : [];
  const key = keyOf(viewer, typed, option);
  const known = offered.get(key) ?? new Map<string, unknown>();
  offered.set(key, known);
  return choices.map((choice) => {
    const label = named(choice, locale);
    known.set(label, choice["value"]);
    return { label, description: "" };
  });
}
