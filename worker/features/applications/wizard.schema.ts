import { type Answers, type FormContent, type FormWords, questionsOf } from "../forms/forms.schema.ts";
import {
  type ApplicationFields,
  AVAILABILITY_LENGTH,
  EXPERIENCE_LENGTH,
  LINE_LENGTH,
  NOTES_LENGTH,
  REFERENCES_LENGTH,
} from "./applications.schema.ts";

const say = (en: string, da: string): FormWords => ({ en, da });
const short = (label: FormWords) => ({ kind: "short", label, required: true, most: LINE_LENGTH }) as const;

/**
 * The five steps of the specification, which applications for contracts and for the security team always have: organizations add
 * questions to them. The id of a question is the name of its field in `POST /api/contract-applications`.
 */
export const WIZARD: FormContent = {
  sections: [
    {
      id: "assessment",
      title: say("Self-assessment", "Selvvurdering"),
      questions: [
        {
          ...{ id: "experience", kind: "long", label: say("Experience", "Erfaring") },
          ...{ required: true, most: EXPERIENCE_LENGTH },
        },
        {
          ...{ id: "shipType", ...short(say("Ship", "Skib")), control: "hangar" },
          help: say("From your hangar, or any other", "Fra din hangar, eller et andet"),
        },
        {
          ...{ id: "availability", ...short(say("Availability", "Hvornår du kan")) },
          most: AVAILABILITY_LENGTH,
          help: say("Such as weekdays from 20:00", "F.eks. hverdage fra 20:00"),
        },
      ],
    },
    {
      id: "personal",
      title: say("Personal details", "Personlige oplysninger"),
      questions: [
        { id: "firstName", ...short(say("First name", "Fornavn")) },
        { id: "lastName", ...short(say("Last name", "Efternavn")) },
        { id: "discordUsername", ...short(say("Discord name", "Navn på Discord")) },
        { id: "timezone", ...short(say("Time zone", "Tidszone")), control: "timezone" },
      ],
    },
    {
      id: "security",
      title: say("Security and credentials", "Sikkerhed og referencer"),
      questions: [
        {
          ...{ id: "rsiHandle", kind: "handle", label: say("RSI handle", "RSI-handle") },
          help: say("Optional", "Valgfrit"),
        },
        {
          ...{ id: "backgroundCheck", kind: "yes_no", control: "tick" },
          label: say("I agree to a background check", "Jeg accepterer et baggrundstjek"),
          short: say("Background check", "Baggrundstjek"),
        },
        {
          ...{
            id: "references",
            kind: "long",
            label: say("References", "Referencer"),
            most: REFERENCES_LENGTH,
          },
          help: say("Optional: who knows your work", "Valgfrit: hvem der kender dit arbejde"),
        },
      ],
    },
    {
      id: "confirmation",
      title: say("Confirmation", "Bekræftelse"),
      questions: [
        {
          ...{ id: "additionalNotes", kind: "long", most: NOTES_LENGTH },
          label: say("Additional notes", "Yderligere bemærkninger"),
          help: say("Optional", "Valgfrit"),
        },
      ],
    },
    {
      id: "send",
      title: say("Send", "Send"),
      hint: say(
        "The answer comes under My Applications; until then you can withdraw.",
        "Svaret kommer under Mine ansøgninger; indtil da kan du trække den tilbage.",
      ),
      questions: [],
    },
  ],
};

const FIXED = questionsOf(WIZARD);
const FIXED_IDS: ReadonlySet<string> = new Set(FIXED.map(({ id }) => id));

/** The name of a field in the record of an application. */
export const nameOfField = (id: keyof ApplicationFields): FormWords => {
  const question = FIXED.find((each) => each.id === id);
  return question?.short ?? question?.label ?? {};
};

/** Whether a question is one of the specification, whose answer is a field of an application. */
export const isField = (id: string): id is keyof ApplicationFields => FIXED_IDS.has(id);

/** The fields of an application as answers. */
export const answersOf = (
  fields: {
    [Name in keyof ApplicationFields]?: ApplicationFields[Name] | undefined;
  },
): Answers =>
  Object.fromEntries(
    FIXED.flatMap(({ id, kind }) => {
      const value = fields[id as keyof ApplicationFields];
      if (value === undefined || value === null || value === "") return [];
      return [[id, kind === "handle" ? { handle: String(value) } : value] as const];
    }),
  );

/** The answers of an application as its fields, and those to added questions. */
export function fieldsOf(all: Answers): { fields: ApplicationFields; answers: Answers } {
  const fields = FIXED.map(({ id, kind }) => {
    const value = all[id];
    if (kind === "yes_no") return [id, value === true];
    return [id, typeof value === "object" && "handle" in value ? value.handle : String(value ?? "")];
  });
  return {
    fields: Object.fromEntries(fields) as ApplicationFields,
    answers: Object.fromEntries(Object.entries(all).filter(([id]) => !isField(id))),
  };
}
