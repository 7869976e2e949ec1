import * as z from "zod/mini";
import { choice, type Field, optionalText, requiredText } from "../../lib/fields.schema.ts";
import { line, text } from "../../lib/names.schema.ts";
import { amount, hundredths, instant } from "../../lib/wire.schema.ts";
import {
  CURRENCIES,
  MOST_AMOUNT,
  MOST_HOURS,
  MOST_RATE,
  PAYMENT_TYPES,
  type PaymentType,
} from "./pay.schema.ts";

export const CONTRACT_TYPES = [
  "mining",
  "transport",
  "security",
  "exploration",
  "trade",
  "research",
] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

export const SERVICE_TYPES = [
  "cargo_transport",
  "mining_operations",
  "escort_services",
  "pilot_services",
  "gunner_position",
  "exploration",
  "bounty_hunting",
  "medical_support",
  "ship_repair",
  "salvage_operations",
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const RISK_LEVELS = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 4_000;
export const PLACE_LENGTH = 120;

/** A payment type; older clients send `fixed_rate` for `flat_rate`. */
const paymentType = z.pipe(
  z.enum([...PAYMENT_TYPES, "fixed_rate"]),
  z.transform((type): PaymentType => (type === "fixed_rate" ? "flat_rate" : type)),
);
const place = z.nullable(line(PLACE_LENGTH));
const someNumber = z.nullable(z.number());

type ContractField = Field & {
  /** Determines the pay, and cannot change once its split is approved. */
  isPay?: true;
};

/** The fields of a contract's form. Amounts are whole units of the currency, percent and hours have at most two decimals. */
export const contractFields = {
  title: { ...requiredText, input: line(TITLE_LENGTH, 1), audit: { en: "Title", da: "Titel" } },
  description: {
    ...optionalText,
    input: z.nullable(text(DESCRIPTION_LENGTH)),
    audit: { en: "Description", da: "Beskrivelse" },
  },
  /** The pay; for a percentage the total of which it is a part; unused for an hourly rate. */
  amount: {
    column: "integer",
    input: amount(MOST_AMOUNT),
    answer: z.number(),
    blank: 0,
    audit: { en: "Amount", da: "Beløb" },
    isPay: true,
  },
  currency: { ...choice(CURRENCIES), blank: "aUEC", audit: { en: "Currency", da: "Valuta" }, isPay: true },
  paymentType: {
    column: "text",
    input: paymentType,
    answer: z.enum(PAYMENT_TYPES),
    blank: "flat_rate",
    audit: { en: "Payment structure", da: "Betalingsform" },
    isPay: true,
  },
  percentageOf: {
    column: "real",
    input: z.nullable(hundredths(100)),
    answer: someNumber,
    blank: null,
    audit: { en: "Percentage", da: "Procent" },
    isPay: true,
  },
  hourlyRate: {
    column: "integer",
    input: z.nullable(amount(MOST_RATE)),
    answer: someNumber,
    blank: null,
    audit: { en: "Hourly rate", da: "Timepris" },
    isPay: true,
  },
  estimatedHours: {
    column: "real",
    input: z.nullable(hundredths(MOST_HOURS)),
    answer: someNumber,
    blank: null,
    audit: { en: "Estimated hours", da: "Anslåede timer" },
    isPay: true,
  },
  type: { ...choice(CONTRACT_TYPES), blank: "mining", audit: { en: "Type", da: "Type" } },
  serviceType: {
    column: "text",
    input: z.nullable(z.enum(SERVICE_TYPES)),
    answer: z.nullable(z.enum(SERVICE_TYPES)),
    blank: null,
    audit: { en: "Service", da: "Ydelse" },
  },
  riskLevel: { ...choice(RISK_LEVELS), blank: "low", audit: { en: "Risk", da: "Risiko" } },
  location: { ...optionalText, input: place, audit: { en: "Location", da: "Sted" } },
  duration: { ...optionalText, input: place, audit: { en: "Duration", da: "Varighed" } },
  deadline: { ...optionalText, input: z.nullable(instant), audit: { en: "Deadline", da: "Frist" } },
} as const satisfies Record<string, ContractField>;
export type ContractFieldName = keyof typeof contractFields;
