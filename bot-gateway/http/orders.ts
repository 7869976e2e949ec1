import * as z from "zod/mini";
import { botCommand, GATEWAY_LIMITS, type StartOrder, startOrder } from "../protocol.ts";

/** Thrown for a malformed body; the message names the wrong field and repeats no value of the body. */
export class MalformedError extends Error {}

const nothing = z.strictObject({});

/** @throws MalformedError */
function parse<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(body === "" ? "{}" : body);
  } catch {
    throw new MalformedError("The body is not JSON.");
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.map(String).join(".").slice(0, 100);
  throw new MalformedError(
    `The body is malformed${place ? ` at ${place}` : ""}: ${issue?.code ?? "unknown"}.`,
  );
}

/**
 * Reads an order to start a bot and checks what the schema cannot: one main file, sizes in bytes, and names that can
 * exist beside each other on any disk.
 * @throws MalformedError
 */
export function readStartOrder(body: string): StartOrder {
  const order = parse(startOrder, body);
  if (order.files.filter(({ isMain }) => isMain).length !== 1)
    throw new MalformedError("The body is malformed at files: exactly one must be the main file.");
  const refuse = (index: number, why: string) =>
    new MalformedError(`The body is malformed at files.${index}: ${why}.`);
  let bytes = 0;
  const names = new Set<string>();
  for (const [index, { name, content }] of order.files.entries()) {
    const size = Buffer.byteLength(content);
    bytes += size;
    if (size > GATEWAY_LIMITS.fileBytes) throw refuse(index, "too large");
    if (bytes > GATEWAY_LIMITS.filesBytes) throw refuse(index, "too large together with those before it");
    if (names.has(name.toLowerCase())) throw refuse(index, "another file has its name");
    names.add(name.toLowerCase());
  }
  for (const [index, name] of [...names].entries())
    for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1))
      if (names.has(name.slice(0, at))) throw refuse(index, "its folder is also a file");
  return order;
}

/** @throws MalformedError */
export const readCommand = (body: string): string => parse(botCommand, body).command;

/** @throws MalformedError */
export const readNothing = (body: string): void => {
  parse(nothing, body);
};
