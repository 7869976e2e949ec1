import type { FieldText } from "../../lib/fields.schema.ts";
import { auditNames } from "../../lib/fields.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { contractFields } from "./contracts.fields.ts";
import type { ContractType, PaymentType, RiskLevel, ServiceType } from "./contracts.schema.ts";

type Texts<Key extends string> = Record<Key, Record<Language, string>>;

/** The names of fields in the audit log. */
export const FIELD_NAMES: Readonly<Record<string, FieldText>> = {
  ...auditNames(contractFields),
  Assignee: { en: "Assigned to", da: "Tildelt" },
  Pay: { en: "Pay", da: "Betaling" },
};

/** Fields of the audit log that are numbers. */
export const NUMBERS = ["Pay", ...Object.keys(auditNames(contractFields, ({ column }) => column !== "text"))];

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
