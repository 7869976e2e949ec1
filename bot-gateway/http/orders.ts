import * as z from "zod/mini";
import { botCommand, GATEWAY_LIMITS, type StartOrder, startOrder } from "../protocol.ts";

/** Thrown for a malformed body; the message says what is wrong and repeats nothing of the body. */
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
 * Reads an order to start a bot, with what a schema cannot say: one main file, sizes in bytes, and names that can
 * exist beside each other on any disk.
 * @throws MalformedError
 */
export function readStartOrder(body: string): StartOrder {
  const order = parse(startOrder, body);
  if (order.files.filter(({ isMain }) => isMain).length !== 1)
    throw new MalformedError("Exactly one file must be the main file.");
  let bytes = 0;
  const names = new Set<string>();
  for (const { name, content } of order.files) {
    const size = Buffer.byteLength(content);
    bytes += size;
    if (size > GATEWAY_LIMITS.fileBytes) throw new MalformedError(`The file ${name} is too large.`);
    if (names.has(name.toLowerCase())) throw new MalformedError(`Two files have the name ${name}.`);
    names.add(name.toLowerCase());
  }
  if (bytes > GATEWAY_LIMITS.filesBytes) throw new MalformedError("The files are too large together.");
  for (const name of names)
    for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1))
      if (names.has(name.slice(0, at)))
        throw new MalformedError(`${name.slice(0, at)} is both a file and a folder.`);
  return order;
}

/** @throws MalformedError */
export const readCommand = (body: string): string => parse(botCommand, body).command;

/** @throws MalformedError */
export const readNothing = (body: string): void => {
  parse(nothing, body);
};
