import type { FormContent } from "../forms/index.ts";

/** The draft of a new team's form. */
export const FIRST_FORM: FormContent = {
  sections: [
    {
      id: "about",
      title: { en: "About you", da: "Om dig" },
      questions: [
        {
          id: "why",
          kind: "long",
          label: { en: "Why do you want to join?", da: "Hvorfor vil du være med?" },
          short: { en: "Why", da: "Hvorfor" },
          required: true,
        },
        {
          id: "evenings",
          kind: "short",
          label: { en: "Which evenings suit you?", da: "Hvilke aftener passer dig?" },
          short: { en: "Evenings", da: "Aftener" },
        },
      ],
    },
  ],
};
