import {
  type Contract,
  MOST_AMOUNT,
  type PaymentType,
  payOf,
} from "../../../../worker/features/contracts/contracts.schema.ts";

/** The first values of a new contract; an empty text is no value. */
export const EMPTY = {
  title: "",
  type: "mining" as Contract["type"],
  serviceType: "" as NonNullable<Contract["serviceType"]> | "",
  status: "draft" as Contract["status"],
  paymentType: "flat_rate" as Contract["paymentType"],
  amount: "",
  percentageOf: "",
  hourlyRate: "",
  estimatedHours: "",
  currency: "aUEC" as Contract["currency"],
  riskLevel: "low" as Contract["riskLevel"],
  location: "",
  duration: "",
  deadline: null as string | null,
  assignedTo: null as number | null,
  description: "",
};
export type ContractValues = typeof EMPTY;
export type FieldName = keyof ContractValues;

export const isField = (name: string): name is FieldName => name in EMPTY;

const textOf = (value: number | null) => (value === null ? "" : String(value));

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

export const PAY_FIELDS = {
  flat_rate: ["amount"],
  percentage: ["amount", "percentageOf"],
  hourly: ["hourlyRate", "estimatedHours"],
} as const satisfies Record<PaymentType, readonly FieldName[]>;

const numberOf = (value: string, empty: 0 | null) => (value.trim() === "" ? empty : Number(value));

/** The input of the calls: without the fields of other payment structures; empty values are cleared. */
export function inputOf(values: ContractValues) {
  const { title, type, status, paymentType, currency, riskLevel, deadline, assignedTo } = values;
  const pay = PAY_FIELDS[paymentType].map((field) => [
    field,
    numberOf(values[field], field === "amount" ? 0 : null),
  ]);
  return {
    ...{ type, status, paymentType, currency, riskLevel, deadline, assignedTo },
    ...Object.fromEntries(pay),
    title: title.trim(),
    serviceType: values.serviceType || null,
    location: values.location.trim() || null,
    duration: values.duration.trim() || null,
    description: values.description.trim() || null,
  };
}

/** The changed fields; unchanged ones are not sent, so that changes of them by other users stay. */
export const changesOf = (contract: Contract, values: ContractValues): Partial<Contract> =>
  Object.fromEntries(
    Object.entries(inputOf(values)).filter(([field, value]) => value !== contract[field as FieldName]),
  );

/** The total pay of the form; unfinished and invalid numbers count as 0. */
export const totalOf = (values: ContractValues): number => {
  const number = (value: string) => {
    const read = Number(value);
    return read > 0 && read <= MOST_AMOUNT ? read : 0;
  };
  return payOf({
    paymentType: values.paymentType,
    amount: Math.trunc(number(values.amount)),
    percentageOf: number(values.percentageOf),
    hourlyRate: Math.trunc(number(values.hourlyRate)),
    estimatedHours: number(values.estimatedHours),
  });
};
