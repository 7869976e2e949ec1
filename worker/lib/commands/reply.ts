// Answers in Discord's components: https://discord.com/developers/docs/components/reference

/** Most options of a menu or a form's choice, and most choices while a user types. */
export const MOST_OPTIONS = 25;

/** The action of a button or a form of an answer. It is stored, and never leaves with the answer. */
export type Arguments = Readonly<Record<string, string | number | boolean | null>>;

/** A button that asks the command again: `action` names one of the command's actions. */
export type Press = {
  label: string;
  action: string;
  /** The English name of the command whose action it is; the answer's own unless told. */
  command?: string;
  given?: Arguments;
  /** The card that it opens is shown below the one where it is pressed, which stays as it is. */
  isNew?: true;
  /** It is shown and cannot be pressed, since its action is done. */
  isDisabled?: boolean;
  style?: "main" | "good" | "danger" | undefined;
};
/** A button that opens a page. */
export type Link = { label: string; href: string };
export type Button = Press | Link;

/** A menu, of whose options one is chosen; `isUsers` offers the members of the server by their Discord ids instead. */
export type Menu = {
  placeholder: string;
  action: string;
  given?: Arguments;
} & (
  | {
      /** At most MOST_OPTIONS. */ options: readonly { label: string; value: string; description?: string }[];
    }
  | { isUsers: true }
);

/** A line of a card with a button at its end. */
export type Item = { lines: readonly string[]; button?: Button };

/** Discord's own Markdown is in force in all texts: what users wrote comes through `plain`. */
export type Card = {
  kind: "card";
  title: string;
  /** The address that the title opens. */
  href?: string;
  lines?: readonly string[];
  items?: readonly Item[];
  /** Below the lines and items, in small print. */
  note?: string;
  /** Decided or over: the accent is grey. */
  isIdle?: boolean;
  menu?: Menu | undefined;
  buttons?: readonly Button[];
};

/** A field of a form. */
export type Field = {
  id: string;
  label: string;
  description?: string;
  value?: string;
  isRequired?: boolean;
} & (
  | { type: "line" | "text"; most: number; placeholder?: string }
  /** At most MOST_OPTIONS; where there can be more, a line takes what is typed instead. */
  | { type: "choice"; options: readonly { label: string; value: string }[] }
  | { type: "check" }
);

/** A form in a dialog, of at most five fields. It can only be the first answer to a command or a press. */
export type Form = {
  kind: "form";
  title: string;
  action: string;
  given?: Arguments;
  fields: readonly Field[];
};

/** A sentence alone. */
export type Note = { kind: "note"; text: string; buttons?: readonly Button[] };

export type Reply = Card | Form | Note;

/** A value that is left out where it is empty, as `condition && …` gives it. */
type Optional<T> = T | false | "" | null | undefined;
const isThere = <T>(each: Optional<T>): each is T => Boolean(each);

type Content = Omit<Card, "kind" | "lines" | "buttons"> & {
  lines?: readonly Optional<string>[];
  buttons?: readonly Optional<Button>[];
};
/** A card without the lines and buttons that are empty. */
export const card = ({ lines = [], buttons = [], ...content }: Content): Card => ({
  ...{ kind: "card", ...content, lines: lines.filter(isThere), buttons: buttons.filter(isThere) },
});
export const form = (content: Omit<Form, "kind">): Form => ({ kind: "form", ...content });
export const note = (text: string, buttons: readonly Button[] = []): Note => ({
  kind: "note",
  text,
  buttons,
});

/** The first characters of a text, with an ellipsis where it is longer; never half of a character, which Discord refuses. */
export const clip = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`
    : text;

/** A user's text so that Discord shows it as it is, on one line: no formatting, no links and no mentions. */
export const plain = (text: string, most = 300): string =>
  clip(text.replace(/\s+/g, " ").trim(), most)
    .replace(/[\\*_~`|<>[\]@]/g, "\\$&")
    // A heading, small print or a list begins a line; an address is a link by its slashes.
    .replace(/^[#-]/, "\\$&")
    .replaceAll("://", ":\\//");
