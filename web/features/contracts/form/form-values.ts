import {
  type Contract,
  type ContractStatus,
  contractFields,
  MOST_AMOUNT,
  type PaymentType,
  payOf,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import {
  blankForm,
  changedValues,
  type FormValues,
  formValues,
  inputValues,
} from "../../../lib/form-fields.ts";

/** The values of the form: a contract's fields, its state, and who does the work. */
export type ContractValues = FormValues<typeof contractFields> & {
  status: ContractStatus;
  assignedTo: number | null;
};
export type FieldName = keyof ContractValues;

/** The first values of a new contract. */
export const EMPTY: ContractValues = { ...blankForm(contractFields), status: "draft", assignedTo: null };

export const isField = (name: string): name is FieldName => name in EMPTY;

export const valuesOf = (contract: Contract): ContractValues => ({
  ...formValues(contractFields, contract),
  status: contract.status,
  assignedTo: contract.assignedTo,
});

export const PAY_FIELDS = {
  flat_rate: ["amount"],
  percentage: ["amount", "percentageOf"],
  hourly: ["hourlyRate", "estimatedHours"],
} as const satisfies Record<PaymentType, readonly FieldName[]>;

/** The input of the calls: without the fields of other payment structures. */
export function inputOf(values: ContractValues) {
  const { status, assignedTo } = values;
  const ofOthers = Object.values(PAY_FIELDS)
    .flat()
    .filter((field) => !PAY_FIELDS[values.paymentType].some((own) => own === field));
  const input = Object.entries({ ...inputValues(contractFields, values), status, assignedTo });
  return Object.fromEntries(input.filter(([field]) => !ofOthers.some((other) => other === field)));
}

/** The changed fields. */
export const changesOf = (contract: Contract, values: ContractValues): Partial<Contract> =>
  changedValues(inputOf(values), contract);

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
