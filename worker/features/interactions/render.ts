import type { Button, Card, Field, Form, Item, Menu, Note, Press, Reply } from "../../lib/commands/reply.ts";
import { clip, MOST_OPTIONS } from "../../lib/commands/reply.ts";
import type { Control } from "./interactions.table.ts";

// https://discord.com/developers/docs/components/reference
const TYPES = {
  ...{ row: 1, button: 2, select: 3, text: 4, users: 5, section: 9, display: 10, separator: 14 },
  ...{ container: 17, label: 18, checkbox: 23 },
};
const STYLES = { main: 1, plain: 2, good: 3, danger: 4, link: 5 };
const ACCENT = { live: 0x7fd6df, idle: 0x5c5f6b };

/** Most characters of all texts of a message together, of a title and of a label, and buttons of a row. */
const TEXTS_LENGTH = 4_000;
const TITLE_LENGTH = 45;
const LABEL_LENGTH = 80;
const BUTTONS = 5;

export const FLAGS = { ephemeral: 1 << 6, components: 1 << 15 };

type Component = Record<string, unknown>;

/** An answer in Discord's format, and its controls: a `custom_id` is the interaction's id and an index. */
type Rendered = { data: Component; controls: Control[] };

/**
 * Renders an answer with Discord's components. The actions of controls are stored here: `custom_id` only refers to them.
 * @param command the command that the controls belong to
 */
export function render(reply: Reply, command: string, interactionId: string): Rendered {
  const controls: Control[] = [];
  const control: Stored = ({ action, given = {}, command: other = command, isNew }) => {
    controls.push([other, action, isNew ? { ...given, isNew } : given]);
    return `${interactionId}.${controls.length - 1}`;
  };
  const data = reply.kind === "form" ? modal(reply, control) : v2(message(reply, control), FLAGS.ephemeral);
  return { data, controls };
}

/**
 * Renders a message for everybody in a channel. Its controls are not stored: their ids contain the action.
 * @param subject the record of the controls: its kind and id
 * @param mark a number that identifies the message among others of its channel
 */
export function renderPublic(reply: Card | Note, subject: string, mark: number): Component {
  const [first, ...others] = message(reply, ({ action }) => `p:${subject}:${action}`);
  return v2([{ ...first, id: mark }, ...others]);
}

type Stored = (press: Pick<Press, "action" | "given" | "command" | "isNew">) => string;

function modal({ title, fields, ...press }: Form, control: Stored): Component {
  return {
    custom_id: control(press),
    title: clip(title, TITLE_LENGTH),
    components: fields.map((each) => ({
      type: TYPES.label,
      label: clip(each.label, TITLE_LENGTH),
      ...(each.description ? { description: clip(each.description, 100) } : {}),
      component: input(each),
    })),
  };
}

function input(field: Field): Component {
  const { id: custom_id, isRequired: required = false, value } = field;
  if (field.type === "check") return { type: TYPES.checkbox, custom_id, default: value === "1" };
  if (field.type === "choice") {
    const options = field.options.slice(0, MOST_OPTIONS).map((each) => ({
      label: clip(each.label, 100),
      value: each.value,
      default: each.value === value,
    }));
    return { type: TYPES.select, custom_id, options, required };
  }
  return {
    type: TYPES.text,
    custom_id,
    style: field.type === "line" ? 1 : 2,
    required,
    max_length: field.most,
    ...(value ? { value: [...value].slice(0, field.most).join("") } : {}),
    ...(field.placeholder ? { placeholder: clip(field.placeholder, 100) } : {}),
  };
}

function message(reply: Exclude<Reply, Form>, control: Stored): Component[] {
  let left = TEXTS_LENGTH;
  const text = (content: string): Component => {
    const shown = clip(content, Math.max(1, left));
    left = Math.max(1, left - shown.length);
    return { type: TYPES.display, content: shown };
  };
  const button = (each: Button): Component =>
    "href" in each
      ? { type: TYPES.button, style: STYLES.link, label: clip(each.label, LABEL_LENGTH), url: each.href }
      : {
          ...{ type: TYPES.button, style: STYLES[each.style ?? "plain"] },
          ...{ label: clip(each.label, LABEL_LENGTH), custom_id: control(each) },
          ...(each.isDisabled ? { disabled: true } : {}),
        };
  const item = ({ lines, button: own }: Item): Component[] => [
    { type: TYPES.separator },
    own
      ? { type: TYPES.section, components: [text(lines.join("\n"))], accessory: button(own) }
      : text(lines.join("\n")),
  ];
  const rows = (buttons: readonly Button[] = []): Component[] =>
    Array.from({ length: Math.ceil(buttons.length / BUTTONS) }, (_, at) => ({
      type: TYPES.row,
      components: buttons.slice(at * BUTTONS, (at + 1) * BUTTONS).map(button),
    }));
  if (reply.kind === "note") return [text(reply.text), ...rows(reply.buttons)];
  const { title, href, lines = [], items = [], note, isIdle, menu, buttons } = reply;
  return [
    {
      type: TYPES.container,
      accent_color: isIdle ? ACCENT.idle : ACCENT.live,
      components: [
        text(`### ${href ? `[${title}](${href})` : title}`),
        ...(lines.length > 0 ? [text(lines.join("\n"))] : []),
        ...items.flatMap(item),
        ...(note ? [text(`-# ${note}`)] : []),
      ],
    },
    ...(menu ? [{ type: TYPES.row, components: [select(menu, control)] }] : []),
    ...rows(buttons),
  ];
}

function select(menu: Menu, control: Stored): Component {
  const shared = { custom_id: control(menu), placeholder: clip(menu.placeholder, 150) };
  if ("isUsers" in menu) return { type: TYPES.users, ...shared };
  const options = menu.options.slice(0, MOST_OPTIONS).map(({ label, value, description }) => ({
    label: clip(label, 100),
    value,
    ...(description ? { description: clip(description, 100) } : {}),
  }));
  return { type: TYPES.select, ...shared, options };
}

const v2 = (components: Component[], flags = 0): Component => ({
  flags: flags | FLAGS.components,
  components,
  allowed_mentions: { parse: [] },
});
