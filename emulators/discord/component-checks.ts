import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import { allComponents, isSelect, type Placed } from "./components.ts";
import type { FormErrors } from "./errors.ts";
import {
  anything,
  at,
  boolean,
  type Check,
  list,
  object,
  oneOf,
  optional,
  problem,
  text,
  typed,
  whole,
} from "./form-checks.ts";
import { isObject, type JsonObject } from "./http.ts";

// The limits of https://docs.discord.com/developers/components/reference

const MOST_COMPONENTS = 40;
const MOST_TEXT = 4000;
const number = { id: optional(whole(0, 2 ** 31 - 1)) };
const customId = text(1, 100);

function checkUrl(url: unknown): FormErrors | undefined {
  if (url === undefined || url === null) return undefined;
  if (!URL.canParse(String(url))) return { url: problem("URL_TYPE_INVALID_URL", "Not a well formed URL.") };
  const scheme = new URL(String(url)).protocol.slice(0, -1);
  return ["http", "https", "discord"].includes(scheme)
    ? undefined
    : {
        url: problem(
          "URL_TYPE_INVALID_SCHEME",
          `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https', 'discord').`,
        ),
      };
}

const button = object(
  {
    ...number,
    style: oneOf(1, 2, 3, 4, 5, 6),
    label: optional(text(0, 80)),
    custom_id: optional(customId),
    url: optional(text(0, 512)),
    disabled: optional(boolean),
    emoji: optional(object({})),
  },
  (value) => {
    const has = (field: string): boolean => value[field] !== undefined && value[field] !== null;
    const isLink = value["style"] === ButtonStyle.Link;
    if (has("custom_id") && has("url"))
      return problem(
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        "A custom id and url cannot both be specified",
      );
    if (isLink && !has("url")) return { url: problem("BASE_TYPE_REQUIRED", "This field is required") };
    if (isLink && has("custom_id"))
      return {
        custom_id: problem("BUTTON_COMPONENT_CUSTOM_ID_NOT_ALLOWED", "A custom id cannot be specified"),
      };
    if (!isLink && has("url"))
      return { url: problem("BUTTON_COMPONENT_URL_NOT_ALLOWED", "A url cannot be specified") };
    if (!isLink && value["style"] !== ButtonStyle.Premium && !has("custom_id"))
      return { custom_id: problem("BASE_TYPE_REQUIRED", "This field is required") };
    if (!value["label"] && !has("emoji") && value["style"] !== ButtonStyle.Premium)
      return problem("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required");
    return checkUrl(value["url"]);
  },
);

const counts = (most: number) => ({
  min_values: optional(whole(0, most)),
  max_values: optional(whole(1, most)),
});
const selectFields = {
  ...number,
  custom_id: customId,
  placeholder: optional(text(0, 150)),
  ...counts(25),
  disabled: optional(boolean),
  required: optional(boolean),
};
const choice = {
  label: text(1, 100),
  value: text(1, 100),
  description: optional(text(0, 100)),
  default: optional(boolean),
};

function checkCounts(value: JsonObject): FormErrors | undefined {
  const { min_values: min, max_values: max, options } = value;
  const most = typeof max === "number" ? max : value["type"] === ComponentType.CheckboxGroup ? Infinity : 1;
  if (typeof min === "number" && min > most)
    return { min_values: problem("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Must not exceed max_values") };
  if (!Array.isArray(options)) return undefined;
  if (typeof max === "number" && max > options.length)
    return {
      max_values: problem("NUMBER_TYPE_MAX", `int value should be less than or equal to ${options.length}.`),
    };
  const seen = new Set<unknown>();
  for (const [index, option] of options.entries()) {
    const given = isObject(option) ? option["value"] : undefined;
    if (seen.has(given))
      return at(
        ["options", index, "value"],
        problem("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"),
      );
    seen.add(given);
  }
  return undefined;
}

const stringSelect = object(
  { ...selectFields, options: list(1, 25, object({ ...choice, emoji: optional(object({})) })) },
  checkCounts,
);
const entitySelect = object(
  { ...selectFields, default_values: optional(list(0, 25, object({ id: anything, type: anything }))) },
  checkCounts,
);
const selects = {
  [ComponentType.StringSelect]: stringSelect,
  [ComponentType.UserSelect]: entitySelect,
  [ComponentType.RoleSelect]: entitySelect,
  [ComponentType.MentionableSelect]: entitySelect,
  [ComponentType.ChannelSelect]: entitySelect,
};

const row = object(
  { ...number, components: list(1, 5, typed({ [ComponentType.Button]: button, ...selects })) },
  ({ components }) => {
    const children = components as JsonObject[];
    const wide = children.length > 1 && children.findIndex(({ type }) => isSelect(type));
    return typeof wide === "number" && wide >= 0
      ? at(
          ["components", Math.max(1, wide)],
          problem("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"),
        )
      : undefined;
  },
);
const textDisplay = object({ ...number, content: text(1, MOST_TEXT) });
const media = object({ url: text(1, 2048) });
const thumbnail = object({
  ...number,
  media,
  description: optional(text(0, 1024)),
  spoiler: optional(boolean),
});
const section = object({
  ...number,
  components: list(1, 3, typed({ [ComponentType.TextDisplay]: textDisplay })),
  accessory: typed({ [ComponentType.Button]: button, [ComponentType.Thumbnail]: thumbnail }),
});
const inContainer = {
  [ComponentType.ActionRow]: row,
  [ComponentType.Section]: section,
  [ComponentType.TextDisplay]: textDisplay,
  [ComponentType.MediaGallery]: object({
    ...number,
    items: list(1, 10, object({ media, description: optional(text(0, 1024)) })),
  }),
  [ComponentType.File]: object({ ...number, file: media }),
  [ComponentType.Separator]: object({
    ...number,
    divider: optional(boolean),
    spacing: optional(oneOf(1, 2)),
  }),
};
const container = object({
  ...number,
  accent_color: optional(whole(0, 0xffffff)),
  spoiler: optional(boolean),
  components: list(1, MOST_COMPONENTS, typed(inContainer)),
});

const legacyComponents = list(0, 5, typed({ [ComponentType.ActionRow]: row }));
const newComponents = list(
  0,
  MOST_COMPONENTS,
  typed({ ...inContainer, [ComponentType.Container]: container }),
);

/** Returns the problems of a message's components; without the flag IS_COMPONENTS_V2 only action rows are allowed. */
export function checkComponents(components: unknown, isNew: boolean): FormErrors | undefined {
  const found = (isNew ? newComponents : legacyComponents)(components);
  if (found) return found;
  const all = allComponents(components);
  if (all.length > MOST_COMPONENTS)
    return problem(
      "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
      `The maximum total number of components is ${MOST_COMPONENTS}, ${all.length} were given`,
    );
  const length = all.reduce(
    (sum, { component }) =>
      component["type"] === ComponentType.TextDisplay ? sum + [...String(component["content"])].length : sum,
    0,
  );
  if (length > MOST_TEXT)
    return problem(
      "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
      `The displayable text of all components must be ${MOST_TEXT} or fewer in length.`,
    );
  return repeated(all);
}

function repeated(all: readonly Placed[]): FormErrors | undefined {
  for (const [field, code, message] of [
    ["custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"],
    ["id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"],
  ] as const) {
    const seen = new Set<unknown>();
    for (const { path, component } of all) {
      const value = component[field];
      if (value === undefined || value === null || value === 0) continue;
      if (seen.has(value)) return at([...path, field], problem(code, message));
      seen.add(value);
    }
  }
  return undefined;
}

const inputFields = {
  ...number,
  custom_id: customId,
  style: oneOf(1, 2),
  min_length: optional(whole(0, 4000)),
  max_length: optional(whole(1, 4000)),
  required: optional(boolean),
  value: optional(text(0, 4000)),
  placeholder: optional(text(0, 100)),
};
const checkValue = ({ value, max_length: most, min_length: least }: JsonObject): FormErrors | undefined => {
  if (typeof most === "number" && typeof least === "number" && least > most)
    return { min_length: problem("TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "Must not exceed max_length") };
  return typeof value === "string" && typeof most === "number" && [...value].length > most
    ? { value: problem("BASE_TYPE_MAX_LENGTH", `Must be ${most} or fewer in length.`) }
    : undefined;
};
const inModal =
  (check: Check): Check =>
  (value) => {
    const found = check(value);
    if (found || !isObject(value)) return found;
    if (value["disabled"] === true)
      return { disabled: problem("COMPONENT_DISABLED_IN_MODAL", "Components in a modal cannot be disabled") };
    return value["min_values"] === 0 && value["required"] !== false
      ? { min_values: problem("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.") }
      : undefined;
  };
const groupFields = { ...number, custom_id: customId, required: optional(boolean) };
const label = object({
  ...number,
  label: text(1, 45),
  description: optional(text(1, 100)),
  component: typed({
    [ComponentType.TextInput]: object(inputFields, checkValue),
    ...Object.fromEntries(Object.entries(selects).map(([type, check]) => [type, inModal(check)])),
    [ComponentType.FileUpload]: object({ ...groupFields, ...counts(10) }),
    [ComponentType.RadioGroup]: object({ ...groupFields, options: list(2, 10, object(choice)) }, checkCounts),
    [ComponentType.CheckboxGroup]: inModal(
      object({ ...groupFields, ...counts(10), options: list(1, 10, object(choice)) }, checkCounts),
    ),
    [ComponentType.Checkbox]: object({ ...number, custom_id: customId, default: optional(boolean) }),
  }),
});
const modal = object({
  custom_id: customId,
  title: text(1, 45),
  components: list(
    1,
    5,
    typed({
      [ComponentType.ActionRow]: object({
        ...number,
        components: list(
          1,
          1,
          typed({ [ComponentType.TextInput]: object({ ...inputFields, label: text(1, 45) }, checkValue) }),
        ),
      }),
      [ComponentType.TextDisplay]: textDisplay,
      [ComponentType.Label]: label,
    }),
  ),
});

/** Returns the problems of a modal. */
export function checkModal(data: unknown): FormErrors | undefined {
  const found = modal(data);
  if (found || !isObject(data)) return found;
  const twice = repeated(allComponents(data["components"]));
  return twice && { components: twice };
}
