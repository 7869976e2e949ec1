import { ComponentType, TextInputStyle } from "discord-api-types/v10";
import { isObject, type JsonObject } from "../http.ts";
import { escapeHtml } from "../oauth-page.ts";
import { optionTags } from "./chat-components.ts";
import { markdown, type Names } from "./chat-markdown.ts";
import { textsOf } from "./chat-texts.ts";

const text = (value: unknown): string => escapeHtml(typeof value === "string" ? value : "");
const parts = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the form of a modal; each field says in `data-kind` how its value is read. */
export function drawModal(modal: JsonObject, names: Names, locale: string): string {
  const texts = textsOf(locale);
  const fields = parts(modal["components"]).map((component) => {
    if (component["type"] === ComponentType.TextDisplay)
      return `<div class="text">${markdown(String(component["content"]), names)}</div>`;
    const { component: inner } = component;
    if (isObject(inner)) return field(inner, component["label"], component["description"], locale);
    return parts(component["components"])
      .map((each) => field(each, each["label"], undefined, locale))
      .join("");
  });
  return `<form method="dialog"><h2 id="modal-title">${text(modal["title"])}</h2>${fields.join("")}
<p class="problem" role="alert"></p>
<div class="row end"><button type="button" class="secondary" data-close>${texts.cancel}</button><button class="primary">${texts.submit}</button></div></form>`;
}

function field(component: JsonObject, label: unknown, description: unknown, locale: string): string {
  const texts = textsOf(locale);
  const id = `field-${String(component["id"])}`;
  const isRequired = component["required"] !== false && component["type"] !== ComponentType.Checkbox;
  const about = description ? ` aria-describedby="${id}-about"` : "";
  const name = `data-modal-field="${text(component["custom_id"])}"`;
  const shared = `id="${id}" ${name}${about}${isRequired ? " required" : ""}`;
  const heading = `${text(label)}${isRequired || component["type"] === ComponentType.Checkbox ? "" : ` <small>${texts.optional}</small>`}`;
  const explained = description ? `<p class="small" id="${id}-about">${text(description)}</p>` : "";
  const wrapped = (control: string): string =>
    `<div class="field"><label for="${id}">${heading}</label>${explained}${control}</div>`;
  const grouped = (kind: "radio" | "checkbox"): string => {
    const choices = parts(component["options"])
      .map(
        (option) =>
          `<label class="tick"><input type="${kind}" name="${id}" value="${text(option["value"])}"${
            option["default"] === true ? " checked" : ""
          }${kind === "radio" && isRequired ? " required" : ""}><span>${text(option["label"])}${
            option["description"] ? `<small>${text(option["description"])}</small>` : ""
          }</span></label>`,
      )
      .join("");
    return `<fieldset class="field" ${name} data-kind="${kind}"${about}><legend>${heading}</legend>${explained}${choices}</fieldset>`;
  };
  switch (component["type"]) {
    case ComponentType.TextInput: {
      const lengths = `${limit("minlength", component["min_length"])}${limit("maxlength", component["max_length"] ?? 4000)}`;
      const placeholder = component["placeholder"] ? ` placeholder="${text(component["placeholder"])}"` : "";
      return wrapped(
        component["style"] === TextInputStyle.Paragraph
          ? `<textarea ${shared} data-kind="text" rows="4"${lengths}${placeholder}>${text(component["value"])}</textarea>`
          : `<input ${shared} data-kind="text"${lengths}${placeholder} value="${text(component["value"])}">`,
      );
    }
    case ComponentType.StringSelect: {
      const several = Number(component["max_values"] ?? 1) > 1;
      const none = several
        ? ""
        : `<option value="">${text(component["placeholder"]) || texts.nothingChosen}</option>`;
      return wrapped(
        `<select ${shared} data-kind="list"${several ? " multiple" : ""}>${none}${optionTags(component)}</select>`,
      );
    }
    case ComponentType.RadioGroup:
      return grouped("radio");
    case ComponentType.CheckboxGroup:
      return grouped("checkbox");
    case ComponentType.Checkbox:
      return `<div class="field"><label class="tick"><input type="checkbox" ${shared} data-kind="boolean"${
        component["default"] === true ? " checked" : ""
      }><span>${heading}</span></label>${explained}</div>`;
    default:
      return wrapped(
        `<input ${shared} data-kind="people" data-people list="people" autocomplete="off" placeholder="${texts.person}">`,
      );
  }
}

const limit = (name: string, value: unknown): string =>
  typeof value === "number" ? ` ${name}="${value}"` : "";
