/** The parts of JSON Schema that are shown. */
type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

type Content = Record<string, { schema?: Schema }>;
type Documented = {
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type ApiDocument = { paths: Record<string, Record<string, Documented>> };

/** A field of a request or answer; `depth` is 0 for a field at the top. */
export type Field = { name: string; type: string; isRequired: boolean; depth: number };

export type Operation = {
  id: string;
  /** The first part of its path. */
  group: string;
  method: string;
  path: string;
  summary: string;
  /** Who may call it, as a sentence. */
  access: string;
  takesToken: boolean;
  isOpenToAll: boolean;
  query: Field[];
  body: Field[];
  answer: { type: string; fields: Field[] };
};

/** Fields that are shown within each other, at most. */
const DEEPEST = 3;

const optionsOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** The type of a schema in a few words, as programmers write it: `integer`, `"active" | "inactive"`, `text[] | null`. */
export function typeOf(schema: Schema | undefined): string {
  if (!schema) return "any";
  const options = optionsOf(schema);
  if (options) return [...new Set(options.map(typeOf))].join(" | ");
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.items) {
    const itemType = typeOf(schema.items);
    return itemType.includes(" | ") ? `(${itemType})[]` : `${itemType}[]`;
  }
  const type = [schema.type ?? "any"].flat().join(" | ");
  return schema.format ? `${type} (${schema.format})` : type;
}

/** The fields of an object, of the objects in a list, or of an alternative; those of their fields come after each. */
export function fieldsOf(schema: Schema | undefined, depth = 0): Field[] {
  if (!schema || depth > DEEPEST) return [];
  if (schema.items) return fieldsOf(schema.items, depth);
  const options = optionsOf(schema);
  if (options) return options.flatMap((each) => fieldsOf(each, depth));
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { name, type: typeOf(field), isRequired: schema.required?.includes(name) ?? false, depth },
    ...fieldsOf(field, depth + 1),
  ]);
}

const JSON_TYPE = "application/json";
const isSuccess = (status: string) => /^[123]/.test(status);

function operationOf(path: string, method: string, documented: Documented): Operation {
  const { tags, summary, description, security, parameters, requestBody, responses } = documented;
  const [status = "", success] = Object.entries(responses).find(([each]) => isSuccess(each)) ?? [];
  const [type] = Object.keys(success?.content ?? {});
  const answered = success?.content?.[JSON_TYPE]?.schema;
  return {
    ...{ id: `${method} ${path}`, group: tags[0] ?? "", method: method.toUpperCase(), path: `/api${path}` },
    ...{ summary, access: description, isOpenToAll: security.length === 0 },
    takesToken: security.some((each) => "token" in each),
    query: parameters
      .filter((each) => each.in === "query")
      .map(({ name, required, schema }) => ({ name, type: typeOf(schema), isRequired: required, depth: 0 })),
    body: fieldsOf(requestBody?.content[JSON_TYPE]?.schema),
    answer: {
      type: `${status} ${answered ? typeOf(answered) : (type ?? "")}`.trim(),
      fields: fieldsOf(answered),
    },
  };
}

/** All operations of the API, in the order of the document. */
export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, each]) => operationOf(path, method, each)),
  );

/** The first part of the paths of each subject, in the order of the page; what is left over is the last. */
const SUBJECTS = {
  account: /^(user$|leaves|calendar|push|tokens|rsi)/,
  members: /^(users|members|activities)$/,
  crm: /^(prospects|dashboard|search)$/,
  events: /^(event|wish)/,
  security: /^security-(?!log)/,
  contracts: /^(contract|payout)/,
  ships: /^(fleet|uex)$/,
  discord: /^(discord|bot-files|announcements)/,
  admin:
    /^(audit|backup|health|organization|pauses|permissions|restores|roles|security-log|setup|test-data|webhook)/,
  rest: /^/,
};
export type Subject = keyof typeof SUBJECTS;
const ORDER = Object.keys(SUBJECTS) as Subject[];

/** The operations that a search finds, by each of its words, by subject; those for tokens come first in each. */
export function foundIn(
  operations: readonly Operation[],
  search: string,
): [subject: Subject, operations: Operation[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ group, method, path, summary, access }: Operation) =>
    `${group} ${method} ${path} ${summary} ${access}`.toLowerCase();
  const found = operations.filter((each) => words.every((word) => textOf(each).includes(word)));
  const sorted = found.toSorted((a, b) => Number(b.takesToken) - Number(a.takesToken));
  const groups = Map.groupBy(
    sorted,
    ({ group }) => ORDER.find((each) => SUBJECTS[each].test(group)) ?? "rest",
  );
  return [...groups].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
}

/** What an example sends for a field. */
const sampleOf = ({ type }: Field): unknown =>
  type.startsWith('"')
    ? JSON.parse(type.split(" | ")[0] ?? '""')
    : /^(integer|number)/.test(type)
      ? 1
      : type.endsWith("[]")
        ? []
        : type === "boolean"
          ? true
          : "…";

/** A command that calls an operation with curl. @param origin of the command centre */
export function curlOf({ method, path, body, query, takesToken }: Operation, origin: string): string {
  const asked = query.filter(({ isRequired }) => isRequired).map(({ name }) => `${name}=…`);
  const sent = body.filter(({ depth, isRequired }) => depth === 0 && isRequired);
  const example = Object.fromEntries(sent.map((each) => [each.name, sampleOf(each)]));
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${origin}${path}${asked.length > 0 ? `?${asked.join("&")}` : ""}'`,
    ...(takesToken ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(body.length > 0 ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`] : []),
  ].join(" \\\n  ");
}
