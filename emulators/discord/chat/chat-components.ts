import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import { isSelect } from "../components.ts";
import { isObject, type JsonObject } from "../http.ts";
import { escapeHtml } from "../oauth-page.ts";
import { markdown, type Names } from "./chat-markdown.ts";
import { textsOf } from "./chat-texts.ts";

/** What drawing components depends on. */
export interface Drawing {
  names: Names;
  locale: string;
  messageId: string;
}

const text = (value: unknown): string => escapeHtml(typeof value === "string" ? value : "");
const children = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const styles: Readonly<Record<number, string>> = {
  1: "primary",
  2: "secondary",
  3: "success",
  4: "danger",
  6: "primary",
};

/** Returns the components of a message as HTML. */
export function drawComponents(components: unknown, drawing: Drawing): string {
  return children(components)
    .map((component) => draw(component, drawing))
    .join("");
}

function draw(component: JsonObject, drawing: Drawing): string {
  const inner = (): string => drawComponents(component["components"], drawing);
  switch (component["type"]) {
    case ComponentType.ActionRow:
      return `<div class="row">${inner()}</div>`;
    case ComponentType.Button:
      return button(component, drawing);
    case ComponentType.Section: {
      const accessory = isObject(component["accessory"]) ? draw(component["accessory"], drawing) : "";
      return `<div class="section"><div>${inner()}</div>${accessory}</div>`;
    }
    case ComponentType.TextDisplay:
      return `<div class="text">${markdown(String(component["content"]), drawing.names)}</div>`;
    case ComponentType.Separator:
      return component["divider"] === false ? `<div class="gap"></div>` : "<hr>";
    case ComponentType.Container: {
      const color = component["accent_color"];
      const accent =
        typeof color === "number" ? ` style="border-left-color:#${color.toString(16).padStart(6, "0")}"` : "";
      return `<div class="container"${accent}>${inner()}</div>`;
    }
    case ComponentType.Thumbnail:
    case ComponentType.MediaGallery:
    case ComponentType.File:
      return `<span class="media" role="img" aria-label="${text(component["description"])}"></span>`;
    default:
      return isSelect(component["type"]) ? select(component, drawing) : "";
  }
}

const emoji = (component: JsonObject): string =>
  isObject(component["emoji"]) ? `${text(component["emoji"]["name"])} ` : "";

function button(component: JsonObject, { locale }: Drawing): string {
  const label = `${emoji(component)}${text(component["label"])}`;
  if (component["style"] === ButtonStyle.Link)
    return component["disabled"] === true
      ? `<button type="button" class="secondary" disabled>${label}</button>`
      : `<a class="button secondary" href="${text(component["url"])}" target="_blank" rel="noopener noreferrer">${label}<span aria-hidden="true"> ↗</span><span class="unseen"> (${textsOf(locale).opens})</span></a>`;
  return `<button type="button" class="${styles[Number(component["style"])] ?? "secondary"}" data-press="${text(
    component["custom_id"],
  )}"${component["disabled"] === true ? " disabled" : ""}>${label}</button>`;
}

/** Returns a select: one choice acts at once, several are confirmed with a button. */
function select(component: JsonObject, drawing: Drawing): string {
  const texts = textsOf(drawing.locale);
  const placeholder = text(component["placeholder"]) || texts.nothingChosen;
  const id = text(component["custom_id"]);
  const disabled = component["disabled"] === true ? " disabled" : "";
  const several = Number(component["max_values"] ?? 1) > 1;
  const confirm = `<button type="button" class="secondary" data-choose="${id}"${disabled}>${texts.choose}</button>`;
  if (component["type"] !== ComponentType.StringSelect)
    return `<span class="choice"><input list="people" data-field="${id}" data-people placeholder="${placeholder}" aria-label="${placeholder}" autocomplete="off"${disabled}>${confirm}</span>`;
  const options = optionTags(component);
  return several
    ? `<span class="choice"><select multiple data-field="${id}" aria-label="${placeholder}"${disabled}>${options}</select>${confirm}</span>`
    : `<span class="choice"><select data-select="${id}" aria-label="${placeholder}"${disabled}><option value="" hidden${
        /data-default/.test(options) ? "" : " selected"
      }>${placeholder}</option>${options}</select></span>`;
}

/** Returns the options of a select as HTML, those that are chosen at first being selected. */
export function optionTags(component: JsonObject): string {
  return children(component["options"])
    .map((option) => {
      const details = option["description"] ? ` – ${text(option["description"])}` : "";
      const chosen = option["default"] === true ? " selected data-default" : "";
      return `<option value="${text(option["value"])}"${chosen}>${emoji(option)}${text(option["label"])}${details}</option>`;
    })
    .join("");
}
