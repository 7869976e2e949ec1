import { ExchangeIcon, LoadoutIcon, PickaxeIcon, RouteIcon } from "../../ui/icons.tsx";

/** Tools that are not built yet; one that is built leaves this list and has its card in its area. */
export const PLANNED = [
  {
    label: { en: "Mining Tools", da: "Mineværktøjer" },
    text: {
      en: "What a rock holds and which laser breaks it.",
      da: "Hvad en sten rummer, og hvilken laser der knækker den.",
    },
    Icon: PickaxeIcon,
  },
  {
    label: { en: "Trade Routes", da: "Handelsruter" },
    text: { en: "Where to buy and where to sell.", da: "Hvor man køber, og hvor man sælger." },
    Icon: ExchangeIcon,
  },
  {
    label: { en: "Route Planner", da: "Ruteplanlægger" },
    text: { en: "The way past several stops, with fuel.", da: "Vejen forbi flere stop, med brændstof." },
    Icon: RouteIcon,
  },
  {
    label: { en: "Ship Loadout Planner", da: "Udstyrsplanlægger til skibe" },
    text: { en: "Weapons, shields and what they do together.", da: "Våben, skjolde og hvad de gør sammen." },
    Icon: LoadoutIcon,
  },
];
