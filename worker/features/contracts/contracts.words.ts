import type { FieldText } from "../../lib/audit.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ContractType, PaymentType, RiskLevel, ServiceType } from "./contracts.schema.ts";

type Texts<Key extends string> = Record<Key, Record<Language, string>>;

/** The terms of a contract, as the audit log calls them. */
export const TERM_NAMES: Readonly<Record<string, FieldText>> = {
  Title: { en: "Title", da: "Titel" },
  Description: { en: "Description", da: "Beskrivelse" },
  Amount: { en: "Amount", da: "Beløb" },
  Currency: { en: "Currency", da: "Valuta" },
  PaymentType: { en: "Payment structure", da: "Betalingsform" },
  PercentageOf: { en: "Percentage", da: "Procent" },
  HourlyRate: { en: "Hourly rate", da: "Timepris" },
  EstimatedHours: { en: "Estimated hours", da: "Anslåede timer" },
  Type: { en: "Type", da: "Type" },
  ServiceType: { en: "Service", da: "Ydelse" },
  RiskLevel: { en: "Risk", da: "Risiko" },
  Location: { en: "Location", da: "Sted" },
  Duration: { en: "Duration", da: "Varighed" },
  Deadline: { en: "Deadline", da: "Frist" },
  Assignee: { en: "Assigned to", da: "Tildelt" },
  Pay: { en: "Pay", da: "Betaling" },
};

/** Terms that are numbers. */
export const NUMBERS: readonly string[] = ["Amount", "PercentageOf", "HourlyRate", "EstimatedHours", "Pay"];

export const TYPE_TEXTS: Texts<ContractType> = {
  exploration: { en: "Exploration", da: "Udforskning" },
  mining: { en: "Mining", da: "Minedrift" },
  research: { en: "Research", da: "Forskning" },
  security: { en: "Security", da: "Sikkerhed" },
  trade: { en: "Trade", da: "Handel" },
  transport: { en: "Transport", da: "Transport" },
};

const PAYMENTS: Texts<PaymentType> = {
  flat_rate: { en: "Flat rate", da: "Fast pris" },
  hourly: { en: "Per hour", da: "Pr. time" },
  percentage: { en: "Percentage", da: "Procent" },
};

const RISKS: Texts<RiskLevel> = {
  high: { en: "High", da: "Høj" },
  low: { en: "Low", da: "Lav" },
  medium: { en: "Medium", da: "Middel" },
};

const SERVICES: Texts<ServiceType> = {
  bounty_hunting: { en: "Bounty Hunting", da: "Dusørjagt" },
  cargo_transport: { en: "Cargo Transport", da: "Fragt" },
  escort_services: { en: "Escort Services", da: "Eskorte" },
  exploration: { en: "Exploration", da: "Udforskning" },
  gunner_position: { en: "Gunner Position", da: "Skytte" },
  medical_support: { en: "Medical Support", da: "Lægehjælp" },
  mining_operations: { en: "Mining Operations", da: "Minedrift" },
  pilot_services: { en: "Pilot Services", da: "Pilot" },
  salvage_operations: { en: "Salvage Operations", da: "Bjærgning" },
  ship_repair: { en: "Ship Repair", da: "Skibsreparation" },
};

/** The texts of terms that are chosen from a list. */
export const CHOICES: Readonly<Record<string, Texts<string>>> = {
  Type: TYPE_TEXTS,
  PaymentType: PAYMENTS,
  RiskLevel: RISKS,
  ServiceType: SERVICES,
};
