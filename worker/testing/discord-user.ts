import { at, nextNumber } from "./database.ts";
import type { Answer, Caller } from "./world.ts";
import { call, raw } from "./world.ts";

/** The key with which these tests sign what Discord and its users send. */
const key = await crypto.subtle.importKey(
  "pkcs8",
  Uint8Array.from(atob(String(raw["TEST_SIGNING_KEY"])), (sign) => sign.charCodeAt(0)),
  "Ed25519",
  false,
  ["sign"],
);

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const GUILD = String(raw["DISCORD_GUILD_ID"]);
export const INTERACTIONS = "/api/discord/interactions";

/** Returns the headers of a signed body. @param seconds by how much the signer's clock is ahead */
export async function signed(body: string, seconds = 0): Promise<Record<string, string>> {
  const time = String(Math.floor(Date.now() / 1_000) + seconds);
  const signature = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(time + body));
  return {
    "Content-Type": "application/json",
    "X-Signature-Ed25519": hex(signature),
    "X-Signature-Timestamp": time,
    Origin: "",
  };
}

/** The id of the message that a pressed control stands in. */
const MESSAGE = "1300000000000000002";

const newId = () => `1300000000000${String(nextNumber()).padStart(6, "0")}`;

/** A component of an answer, as Discord's document names its fields. */
export type Component = {
  type: number;
  custom_id?: string;
  label?: string;
  placeholder?: string;
  content?: string;
  url?: string;
  disabled?: boolean;
  value?: string;
  options?: { label: string; value: string }[];
  accessory?: Component;
  component?: Component;
  components?: Component[];
};
/** An answer to an interaction. */
export type Said = {
  type: number;
  data?: {
    flags?: number;
    custom_id?: string;
    title?: string;
    components?: Component[];
    choices?: { name: string; value: string }[];
  };
};

/** Lists the components of an answer, nested ones after those that hold them. */
export const componentsOf = (reply: Said): Component[] => {
  const all = (each: Component): Component[] => [
    each,
    ...[each.accessory, each.component, ...(each.components ?? [])].flatMap((inner) =>
      inner ? all(inner) : [],
    ),
  ];
  return (reply.data?.components ?? []).flatMap(all);
};
/** The texts of an answer, one for each line. */
export const textOf = (reply: Said): string =>
  componentsOf(reply)
    .flatMap(({ content }) => content ?? [])
    .join("\n");
/** The labels of the buttons and menus of an answer. */
export const buttonsOf = (reply: Said): string[] =>
  componentsOf(reply).flatMap(({ type, label }) => (type === 2 && label ? [label] : []));

/** A user of the Discord server, who may be a user of the product. */
export class DiscordUser {
  readonly id: string;
  locale = "en-GB";
  /** The channel or thread in which the user is. */
  channelId = "1300000000000000001";
  /** Who has installed the application where the user is: the server, or the user alone. */
  owners: Record<string, string> = { 0: GUILD };

  constructor(id: string) {
    this.id = id;
  }

  /** Sends an interaction as it is given. @param id its id; a new one unless told */
  async send(
    interaction: object,
    { id = newId(), settings = {}, database }: SendOptions = {},
  ): Promise<Answer> {
    const user = { id: this.id, username: `user${this.id.slice(-6)}`, global_name: null };
    const body = JSON.stringify({
      ...{ id, application_id: String(raw["DISCORD_CLIENT_ID"]), token: `token-${id}`, version: 1 },
      ...{
        guild_id: GUILD,
        channel_id: this.channelId,
        member: { user, roles: [] },
        locale: this.locale,
      },
      ...{ authorizing_integration_owners: this.owners, context: 0, entitlements: [] },
      ...interaction,
    });
    return call("POST", INTERACTIONS, {
      ...{ body, headers: await signed(body), settings },
      ...(database ? { database } : {}),
    });
  }

  async #says(interaction: object, options?: SendOptions): Promise<Said> {
    const answer = await this.send(interaction, options);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as Said;
  }

  /** Types a command. */
  types(name: string, options: Record<string, unknown> = {}, how?: SendOptions): Promise<Said> {
    const given = Object.entries(options).map(([option, value]) => ({
      name: option,
      value,
      type: typeof value === "boolean" ? 5 : 3,
    }));
    return this.#says({ type: 2, data: { id: "1", name, type: 1, options: given } }, how);
  }

  /** Calls a command in the menu of a user or a message. */
  calls(name: string, target: { userId: string } | { messageId: string; content: string }): Promise<Said> {
    const data =
      "userId" in target
        ? {
            type: 2,
            target_id: target.userId,
            resolved: { users: { [target.userId]: { id: target.userId } } },
          }
        : {
            type: 3,
            target_id: target.messageId,
            resolved: { messages: { [target.messageId]: { id: target.messageId, content: target.content } } },
          };
    return this.#says({ type: 2, data: { id: "1", name, ...data } });
  }

  /** Lists what Discord offers while the user types an option. */
  async completes(name: string, option: string, typed: string): Promise<string[]> {
    const options = [{ name: option, type: 3, value: typed, focused: true }];
    const reply = await this.#says({ type: 4, data: { id: "1", name, type: 1, options } });
    return (reply.data?.choices ?? []).map((each) => each.name);
  }

  /** Presses a button of an answer by its label, or chooses a value of its menu. */
  presses(reply: Said, label: string, how?: SendOptions): Promise<Said> {
    const found = componentsOf(reply).find((each) => each.label === label && each.custom_id);
    if (!found) throw new Error(`there is no button ${label}: ${JSON.stringify(reply)}`);
    return this.#says(
      { type: 3, data: { custom_id: found.custom_id, component_type: 2 }, message: { id: MESSAGE } },
      how,
    );
  }

  chooses(reply: Said, value: string): Promise<Said> {
    const menu = componentsOf(reply).find(({ type }) => type === 3 || type === 5);
    const data = { custom_id: menu?.custom_id, component_type: menu?.type, values: [value] };
    return this.#says({ type: 3, data, message: { id: MESSAGE } });
  }

  /** Fills in the fields of a form by their ids, and sends it. */
  fills(form: Said, values: Record<string, string | boolean>, how?: SendOptions): Promise<Said> {
    if (form.type !== 9) throw new Error(`not a form: ${JSON.stringify(form)}`);
    const components = componentsOf(form)
      .filter(({ type }) => type === 18)
      .map(({ component }) => {
        const { type, custom_id = "", value = "" } = component as Component;
        const given = values[custom_id] ?? value;
        const isChosen = type === 3 || type === 5;
        return {
          type: 18,
          component: { type, custom_id, ...(isChosen ? { values: given ? [given] : [] } : { value: given }) },
        };
      });
    return this.#says(
      { type: 5, data: { custom_id: form.data?.custom_id, components }, message: { id: MESSAGE } },
      how,
    );
  }
}

type SendOptions = { id?: string; settings?: Record<string, string>; database?: D1Database };

/** Makes a user of the product a user of the Discord server, as a sync does. */
export async function inDiscord(caller: Caller, locale = "en-GB"): Promise<DiscordUser> {
  const id = newId();
  await raw.DB.batch([
    raw.DB.prepare("update users set discord_id = ? where id = ?").bind(id, caller.userId),
    raw.DB.prepare(
      `insert into guild_members (organization_id, discord_id, username, display_name, roles, present, updated_at)
       select organization_id, discord_id, username, display_name, '[]', 1, ? from users where id = ?`,
    ).bind(at(), caller.userId),
  ]);
  const user = new DiscordUser(id);
  user.locale = locale;
  return user;
}

/** A user of the server whom no sync has seen. */
export const unknownUser = (): DiscordUser => new DiscordUser(newId());
