import type { FormContent, FormWords, Question } from "./forms.schema.ts";

const say = (en: string, da: string): FormWords => ({ en, da });

const options = (...labels: readonly [id: string, en: string, da: string][]) =>
  labels.map(([id, en, da]) => ({ id, label: say(en, da) }));

const ABOUT: Question[] = [
  {
    id: "name",
    kind: "short",
    label: say("What should we call you?", "Hvad skal vi kalde dig?"),
    short: say("Name", "Navn"),
    required: true,
    most: 60,
  },
  {
    id: "handle",
    kind: "handle",
    label: say("Your RSI handle", "Dit RSI-handle"),
    help: say("As in the address of your RSI page.", "Som i adressen på din RSI-side."),
    short: say("RSI handle", "RSI-handle"),
  },
  {
    id: "age",
    kind: "one",
    label: say("How old are you?", "Hvor gammel er du?"),
    short: say("Age", "Alder"),
    required: true,
    options: options(
      ["young", "Under 18", "Under 18"],
      ["adult", "18 to 29", "18 til 29"],
      ["older", "30 or more", "30 eller mere"],
    ),
  },
];

const FLYING: Question[] = [
  {
    id: "likes",
    kind: "several",
    label: say("What do you like to do?", "Hvad kan du lide at lave?"),
    short: say("Likes", "Kan lide"),
    required: true,
    options: options(
      ["rescue", "Rescue", "Redning"],
      ["hauling", "Hauling", "Fragt"],
      ["mining", "Mining", "Minedrift"],
      ["escort", "Escort", "Eskorte"],
      ["exploring", "Exploring", "Udforskning"],
      ["salvage", "Salvage", "Bjærgning"],
    ),
  },
  {
    id: "ship",
    kind: "ship",
    label: say("Which ship do you fly most?", "Hvilket skib flyver du mest?"),
    help: say(
      "Type its name. A rented or borrowed one counts too.",
      "Skriv navnet. Et lejet eller lånt tæller også.",
    ),
    short: say("Ship", "Skib"),
    required: true,
    ships: "one",
  },
  {
    id: "evening",
    kind: "long",
    label: say("Tell us about an evening you enjoyed", "Fortæl om en aften, du nød"),
    help: say(
      "Two or three sentences. With whom, and what made it good?",
      "To eller tre sætninger. Med hvem, og hvad gjorde den god?",
    ),
    short: say("An evening", "En aften"),
    most: 600,
  },
  {
    id: "elsewhere",
    kind: "yes_no",
    label: say("Are you in another organization?", "Er du i en anden organisation?"),
    short: say("Elsewhere", "Andet sted"),
    required: true,
  },
];

const VOICE: Question[] = [
  {
    id: "evenings",
    kind: "several",
    label: say("Which evenings?", "Hvilke aftener?"),
    short: say("Evenings", "Aftener"),
    required: true,
    options: options(
      ["mon", "Monday", "Mandag"],
      ["tue", "Tuesday", "Tirsdag"],
      ["wed", "Wednesday", "Onsdag"],
      ["thu", "Thursday", "Torsdag"],
      ["fri", "Friday", "Fredag"],
      ["sat", "Saturday", "Lørdag"],
      ["sun", "Sunday", "Søndag"],
    ),
  },
  {
    id: "headset",
    kind: "yes_no",
    label: say("Do you have a headset?", "Har du et headset?"),
    short: say("Headset", "Headset"),
    required: true,
  },
];

/** The form that an organization starts from: nine questions in four sections. */
export const DEFAULT_FORM: FormContent = {
  sections: [
    { id: "about", title: say("About you", "Om dig"), questions: ABOUT },
    {
      id: "flying",
      title: say("How you fly", "Hvordan du flyver"),
      hint: say(
        "There are no wrong answers. We use it to find you a crew.",
        "Der er ingen forkerte svar. Vi bruger dem til at finde dig en besætning.",
      ),
      questions: FLYING,
    },
    { id: "voice", title: say("Time and voice", "Tid og tale"), questions: VOICE },
    { id: "send", title: say("Read it and send", "Læs det, og send"), questions: [] },
  ],
};
