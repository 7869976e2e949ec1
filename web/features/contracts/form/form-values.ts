import {
  type Contract,
  type ContractStatus,
  type ContractType,
  type Currency,
  MOST_AMOUNT,
  type Payment,
  type PaymentType,
  payOf,
  type RiskLevel,
  type ServiceType,
} from "../../../../worker/features/contracts/contracts.schema.ts";

/** What the form holds; empty texts are no value. */
export type ContractValues = {
  title: string;
  type: ContractType;
  serviceType: ServiceType | "";
  status: ContractStatus;
  paymentType: PaymentType;
  amount: string;
  percentageOf: string;
  hourlyRate: string;
  estimatedHours: string;
  currency: Currency;
  riskLevel: RiskLevel;
  location: string;
  duration: string;
  deadline: string | null;
  assignedTo: number | null;
  description: string;
};
export type FieldName = keyof ContractValues;

/** The form of a new contract. */
export const EMPTY: ContractValues = {
  title: "",
  type: "mining",
  serviceType: "",
  status: "draft",
  paymentType: "flat_rate",
  amount: "",
  percentageOf: "",
  hourlyRate: "",
  estimatedHours: "",
  currency: "aUEC",
  riskLevel: "low",
  location: "",
  duration: "",
  deadline: null,
  assignedTo: null,
  description: "",
};

/** Every field, in the order of the form. */
export const FIELDS: Readonly<Record<FieldName, true>> = Object.fromEntries(
  Object.keys(EMPTY).map((field) => [field, true]),
) as Record<FieldName, true>;

const textOf = (value: number | null) => (value === null ? "" : String(value));

/** A contract as the form holds it. */
export const valuesOf = (contract: Contract): ContractValues => ({
  ...contract,
  serviceType: contract.serviceType ?? "",
  amount: contract.amount > 0 ? String(contract.amount) : "",
  percentageOf: textOf(contract.percentageOf),
  hourlyRate: textOf(contract.hourlyRate),
  estimatedHours: textOf(contract.estimatedHours),
  location: contract.location ?? "",
  duration: contract.duration ?? "",
  description: contract.description ?? "",
});

/** The fields of pay that each payment structure needs. */
export const PAY_FIELDS = {
  flat_rate: ["amount"],
  percentage: ["amount", "percentageOf"],
  hourly: ["hourlyRate", "estimatedHours"],
} as const satisfies Record<PaymentType, readonly FieldName[]>;

const numberOf = (value: string) => (value.trim() === "" ? null : Number(value));

/** The form as the calls take it; fields of another payment structure are left out, what is empty is cleared. */
export function inputOf(values: ContractValues) {
  const { title, type, status, paymentType, currency, riskLevel, deadline, assignedTo } = values;
  const pay = Object.fromEntries(
    PAY_FIELDS[paymentType].map((field) => [
      field,
      field === "amount" ? (numberOf(values.amount) ?? 0) : numberOf(values[field]),
    ]),
  );
  return {
    ...{ title: title.trim(), type, status, paymentType, currency, riskLevel, deadline, assignedTo, ...pay },
    serviceType: values.serviceType || null,
    location: values.location.trim() || null,
    duration: values.duration.trim() || null,
    description: values.description.trim() || null,
  };
}

/** What differs from the contract: what stays is not sent, so that a change of it made meanwhile stays too. */
export const changesOf = (contract: Contract, values: ContractValues): Partial<Contract> =>
  Object.fromEntries(
    Object.entries(inputOf(values)).filter(([field, value]) => value !== contract[field as FieldName]),
  );

/** What the form pays in all as it stands; what is half typed, or no number, counts as nothing. */
export const totalOf = (values: ContractValues): number => {
  const number = (value: string) => {
    const read = Number(value);
    return read > 0 && read <= MOST_AMOUNT ? read : 0;
  };
  const payment: Payment = {
    paymentType: values.paymentType,
    amount: Math.trunc(number(values.amount)),
    percentageOf: number(values.percentageOf),
    hourlyRate: Math.trunc(number(values.hourlyRate)),
    estimatedHours: number(values.estimatedHours),
  };
  return payOf(payment);
};
