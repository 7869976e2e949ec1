import * as z from "zod/mini";
import { snowflake } from "../../lib/wire.schema.ts";

// Discord's fields, as far as they are used; all others may change.
// https://discord.com/developers/docs/interactions/receiving-and-responding

const line = (most: number) => z.string().check(z.maxLength(most));
const user = z.object({
  id: snowflake,
  username: z.optional(z.nullable(line(100))),
  global_name: z.optional(z.nullable(line(100))),
});

const option = z.object({
  name: line(32),
  value: z.optional(z.union([line(6_000), z.number(), z.boolean()])),
  focused: z.optional(z.boolean()),
});

const messages = z.record(z.string(), z.object({ content: z.optional(z.nullable(line(4_000))) }));

/** A field of a form, at any depth of its layout. */
type Layout = {
  custom_id?: string;
  value?: string | boolean | null;
  values?: string[] | null;
  component?: Layout;
  components?: Layout[];
};
const layout: z.ZodMiniType<Layout> = z.object({
  custom_id: z.optional(line(100)),
  value: z.optional(z.nullable(z.union([line(4_000), z.boolean()]))),
  values: z.optional(z.nullable(z.array(line(100)).check(z.maxLength(25)))),
  get component() {
    return z.optional(layout);
  },
  get components() {
    return z.optional(z.array(layout).check(z.maxLength(10)));
  },
}) as z.ZodMiniType<Layout>;

const shared = {
  id: snowflake,
  token: z.string().check(z.regex(/^[\w.-]{1,500}$/)),
  guild_id: z.optional(z.nullable(snowflake)),
  channel_id: z.optional(z.nullable(snowflake)),
  member: z.optional(z.nullable(z.object({ user }))),
  user: z.optional(z.nullable(user)),
  locale: z.optional(z.nullable(line(10))),
  authorizing_integration_owners: z.optional(z.nullable(z.record(z.string(), line(20)))),
};

const command = {
  ...shared,
  data: z.object({
    name: line(32),
    type: z.optional(z.number()),
    options: z.optional(z.nullable(z.array(option).check(z.maxLength(25)))),
    target_id: z.optional(z.nullable(snowflake)),
    resolved: z.optional(z.nullable(z.object({ messages: z.optional(z.nullable(messages)) }))),
  }),
};

/** An interaction; `type` is Discord's number. */
export const interaction = z.discriminatedUnion("type", [
  z.object({ type: z.literal(1) }),
  z.object({ type: z.literal(2), ...command }),
  z.object({
    type: z.literal(3),
    ...shared,
    data: z.object({ custom_id: line(100), values: z.optional(z.nullable(z.array(line(100)))) }),
  }),
  z.object({ type: z.literal(4), ...command }),
  z.object({
    type: z.literal(5),
    ...shared,
    data: z.object({ custom_id: line(100), components: z.array(layout).check(z.maxLength(10)) }),
    message: z.optional(z.nullable(z.object({ id: snowflake }))),
  }),
]);
export type Interaction = z.infer<typeof interaction>;
export type OfUser = Exclude<Interaction, { type: 1 }>;
export type CommandData = Extract<Interaction, { type: 2 }>["data"];

/**
 * The values of a form by their fields' ids, as texts: "1" for a checked box.
 * @param isTyped only what the user typed, and not what they chose
 */
export function valuesOf(components: readonly Layout[], isTyped = false): Record<string, string> {
  const found: [string, string][] = [];
  const visit = (each: Layout): void => {
    const value = (isTyped ? undefined : each.values?.[0]) ?? each.value;
    if (each.custom_id !== undefined && value !== undefined && value !== null)
      found.push([each.custom_id, typeof value === "boolean" ? (value ? "1" : "") : value]);
    if (each.component) visit(each.component);
    for (const inner of each.components ?? []) visit(inner);
  };
  components.forEach(visit);
  return Object.fromEntries(found);
}
