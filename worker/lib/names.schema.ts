import * as z from "zod/mini";

/** The faults of a text; forms and the server have a sentence for each. */
export const TEXT_FAULTS = ["hidden_characters", "nothing_visible"] as const;
type TextFault = (typeof TEXT_FAULTS)[number];

/** Scripts in which a joiner between two letters changes how words are read. */
const JOINING = [
  ...["Arab", "Syrc", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"],
  ...["Mlym", "Sinh", "Khmr", "Mymr", "Tibt"],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");

/** Invisible characters that are allowed: joiners between letters of such scripts, and within emoji. */
const BELONGING = new RegExp(
  [
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
    "(?<=\\p{Extended_Pictographic})\\ufe0f",
    "(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})",
  ].join("|"),
  "gu",
);

/** Control, format, unassigned, private and invisible characters (two of them are symbols), and more than a few accents on one letter. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?<=\p{M}{4})\p{M}+/gu;

/** Characters that a text of several lines may not hold: controls, and those that change the direction of writing. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Takes the place of an allowed character while the others are removed; removed itself from every text. */
const BELONGS = "\u{f0000}";

/** A character of which a name has at least one: a letter, a digit, or any other that is drawn and stands by itself. */
const DRAWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

const hasHidden = (text: string) => text.replace(BELONGING, "").search(HIDDEN) >= 0;
/** Normalizes a text: composed letters, single spaces within. */
const tidy = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\p{Zs}+/gu, " ")
    .trim();
/**
 * UTF-16 units of a text of so many characters at most, which may come in parts: a letter and three marks. To normalize what is
 * far longer may take long.
 */
const unitsOf = (most: number) => 8 * most + 100;
const lengthOf = (text: string) => [...text].length;

type Checked = { value: string; issues: object[] };
const refuse = ({ value, issues }: Checked, format: TextFault) =>
  issues.push({ code: "invalid_format", format, message: format, input: value });

const withinLength =
  (least: number, most: number, short?: string) =>
  ({ value, issues }: Checked) => {
    const length = lengthOf(value);
    const bound = { origin: "string", inclusive: true, input: value };
    if (length < least)
      issues.push({ code: "too_small", minimum: least, ...bound, ...(short && { message: short }) });
    if (length > most) issues.push({ code: "too_big", maximum: most, ...bound });
  };

const visible = (checked: Checked) => {
  if (hasHidden(checked.value)) refuse(checked, "hidden_characters");
};

/**
 * A text of one line without hidden characters, which may be empty; lengths are in characters (code points).
 * @param short the key of the sentence for a text that is too short
 */
export const line = (most: number, least = 0, short?: string) =>
  z.string().check(
    z.overwrite((text) => (text.length > unitsOf(most) ? text : tidy(text))),
    withinLength(least, most, short),
    visible,
  );

/** A name: a line with at least one character that is drawn. Every name that {@link cleanName} makes is one. */
export const personName = (most: number, least = 1, short?: string) =>
  line(most, least, short).check((checked) => {
    if (checked.value && !hasHidden(checked.value) && !DRAWN.test(checked.value))
      refuse(checked, "nothing_visible");
  });

/** Refuses characters that a text of several lines may not hold. */
export const noHidden = (checked: Checked) => {
  if (FORBIDDEN.test(checked.value)) refuse(checked, "hidden_characters");
};

/** A text of several lines. Lengths are in UTF-16 units, as browsers count them. */
export const text = (most: number, least = 0) =>
  z.string().check(z.trim(), z.minLength(least), z.maxLength(most), noHidden);

/**
 * Makes a valid name of one from another service; empty where none of its characters is visible.
 * @param most longest, in characters
 */
export function cleanName(name: string | null | undefined, most = 100): string {
  const kept: string[] = [];
  const marked = (name ?? "")
    .slice(0, unitsOf(most))
    .replaceAll(BELONGS, "")
    .normalize("NFC")
    .replace(BELONGING, (found) => {
      kept.push(found);
      return BELONGS;
    });
  const cleaned = marked.replace(HIDDEN, (found) => {
    if (found === BELONGS) return kept.shift() ?? "";
    return /\p{Cc}|\p{Z}/u.test(found) ? " " : "";
  });
  // A joiner belongs to a name only before another character.
  const short = [...tidy(cleaned)]
    .slice(0, most)
    .join("")
    .replace(/[\u200c\u200d]$/, "")
    .trim();
  return DRAWN.test(short) ? short : "";
}
