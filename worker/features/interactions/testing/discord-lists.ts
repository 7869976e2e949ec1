import { insert } from "../../../testing/database.ts";
import { type Component, componentsOf, type DiscordUser, type Said } from "../../../testing/discord-user.ts";
import { type Caller, hoursFromNow, raw } from "../../../testing/world.ts";
import { application, postedBy } from "../../applications/testing/applications.factory.ts";
import { CONTRACT_STATUSES, type Contract, stateOf } from "../../contracts/contracts.schema.ts";
import { ANSWERS, EVENT_STATUSES, type Event } from "../../events/events.schema.ts";
import { answer, event } from "../../events/testing/events.factory.ts";
import type { HangarShip } from "../../hangar/hangar.schema.ts";
import type { Leave } from "../../leave/leave.schema.ts";
import { inDays, leaveOf } from "../../leave/testing/leave.factory.ts";
import { PROSPECT_STATUSES } from "../../prospects/pipeline.schema.ts";
import type { Prospect } from "../../prospects/prospects.schema.ts";
import { prospect } from "../../prospects/testing/prospects.factory.ts";
import { ship } from "../../ships/testing/ships.factory.ts";
import { vote, wish } from "../../wishes/testing/wishes.factory.ts";
import { WISH_STATUSES, type Wish } from "../../wishes/wishes.schema.ts";
import type { WebText } from "./web-texts.ts";

/** A state of a record, by the values that make it. */
export type State = Record<string, unknown>;
export type List<Item> = {
  /** Most records that it shows; 6 by default. */
  most?: number;
  /** Every state of a record for the reader. */
  states: readonly State[];
  /** Stores a record in a state under a title. */
  put: (scene: Scene, state: never, title: string) => Promise<unknown>;
  /** The list in Discord, as the texts of its records. */
  inDiscord: (scene: Scene) => Promise<string[]>;
  /** The paths of the lists on the page of the web app. */
  onWeb: readonly string[];
  titleOf: (item: Item) => string | null;
  /** The web app's texts for the state of a record. */
  words: (item: Item) => WebText[];
  /** A pattern that the list in Discord never shows for such a record. */
  never?: (item: Item) => RegExp | null;
};

export type Scene = { reader: Caller; other: Caller; user: DiscordUser };

/** Every combination of values. */
const each = (axes: Record<string, readonly unknown[]>): State[] =>
  Object.entries(axes).reduce<State[]>(
    (all, [name, values]) => all.flatMap((state) => values.map((value) => ({ ...state, [name]: value }))),
    [{}],
  );

export const TITLE = /K\d+(?: \w+)?/;
const titled = (texts: readonly string[]) => texts.filter((text) => TITLE.test(text));
const contentsOf = ({ components = [] }: Component) => components.map(({ content = "" }) => content);
/** The records of an answer: sections with their buttons, or lines. */
function recordsOf(reply: Said): string[] {
  const sections = componentsOf(reply).filter(({ type }) => type === 9);
  const texts = sections.map((one) => [...contentsOf(one), one.accessory?.label ?? ""].join("\n"));
  const lines = componentsOf(reply).flatMap(({ content = "" }) => content.split("\n"));
  return titled(texts.length > 0 ? texts : lines);
}
const typed =
  (name: string) =>
  async ({ user }: Scene) =>
    recordsOf(await user.types(name));

const CONTRACTS = {
  states: each({
    status: CONTRACT_STATUSES,
    more: ["nothing", "late", "in time", "assigned", "applied", "withdrawn", "own"],
  }),
  async put({ reader, other }: Scene, { status, more }: { status: string; more: string }, title: string) {
    const id = await postedBy(more === "own" ? reader : other, {
      ...{ title, status, search_text: title.toLowerCase() },
      ...(status === "draft" ? { posted_at: null } : {}),
      ...(more === "late"
        ? { deadline: hoursFromNow(-1) }
        : more === "in time"
          ? { deadline: hoursFromNow(1) }
          : {}),
      ...(more === "assigned" ? { assigned_to: other.userId } : {}),
    });
    if (more === "applied" || more === "withdrawn")
      await application(reader, id, { status: more === "applied" ? "pending" : "withdrawn" });
  },
  titleOf: ({ title }: Contract) => title,
};

const PROSPECTS = {
  states: each({
    status: PROSPECT_STATUSES,
    deadline: [null, -1, 1, 100],
    assignee: ["reader", "other", "nobody"],
  }).filter(
    // Becoming active or inactive ends the deadline.
    ({ status, deadline }) => deadline === null || (status !== "active" && status !== "inactive"),
  ),
  put: (
    { reader, other }: Scene,
    { status, deadline, assignee }: { status: Prospect["status"]; deadline: number | null; assignee: string },
    title: string,
  ) =>
    prospect({
      ...{ display_name: title, status, deadline: deadline === null ? null : hoursFromNow(deadline) },
      assigned_to: { reader: reader.memberId, other: other.memberId }[assignee] ?? null,
    }),
  titleOf: ({ displayName }: Prospect) => displayName,
};
const TASKS = {
  ...PROSPECTS,
  words: ({ status, deadline }: Prospect): WebText[] => [
    `status.${status}`,
    ...(deadline && Date.parse(deadline) < Date.now() ? ["deadline.overdue" as const] : []),
  ],
};

export const LISTS: Record<string, List<never>> = {
  contracts: {
    ...CONTRACTS,
    inDiscord: typed("contracts"),
    onWeb: ["contracts/1?show=active&open=1&limit=6"],
    words: () => [],
  } satisfies List<Contract>,

  "contract-apply": {
    ...CONTRACTS,
    most: 20,
    inDiscord: async ({ user }) => titled(await user.completes("contract-apply", "contract", "K")),
    onWeb: ["contracts/1?show=active&open=1&q=K"],
    words: () => [],
  } satisfies List<Contract>,

  /** The cards of contracts, by their ids. */
  "contract-apply of each": {
    ...CONTRACTS,
    most: 40,
    async inDiscord({ reader, user }) {
      const found = await reader.ok<Contract[]>("GET", "/api/contracts/1?show=active");
      const shown = found.filter(({ can }) => !can.apply);
      const choices = shown.map(({ id }) => user.types("contract-apply", { contract: `${id}` }));
      return (await Promise.all(choices)).map((one) =>
        componentsOf(one)
          .flatMap(({ content = "" }) => content)
          .join("\n"),
      );
    },
    onWeb: ["contracts/1?show=active"],
    titleOf: ({ title, can }: Contract) => (can.apply ? null : title),
    words(contract: Contract) {
      const state = stateOf(contract, Date.now());
      return [
        ...(state === "open" ? [] : [`contracts.status.${state}` as const]),
        ...(contract.applicationId === null ? [] : ["contracts.applied_you" as const]),
      ];
    },
  } satisfies List<Contract>,

  events: {
    states: each({
      state: EVENT_STATUSES,
      own: [null, ...ANSWERS, "withdrawn", "waiting"],
    }),
    async put({ reader }: Scene, { state, own }: { state: string; own: string | null }, title: string) {
      const begins = { ongoing: -1, completed: -5 }[state] ?? 48;
      const id = await event({
        ...{
          title,
          starts_at: hoursFromNow(begins),
          ends_at: hoursFromNow(begins + 2),
          created_by: reader.userId,
        },
        status: state === "cancelled" || state === "draft" ? state : "planned",
        ...(state === "cancelled" ? { cancel_reason: "The servers are down" } : {}),
      });
      const isWaiting = own === "waiting";
      if (own !== null)
        await answer(id, reader.userId, { answer: isWaiting ? "going" : own, is_seated: isWaiting ? 0 : 1 });
    },
    inDiscord: typed("events"),
    onWeb: ["events/1?limit=6"],
    titleOf: ({ title }: Event) => title,
    words: ({ status }: Event) =>
      status === "cancelled" ? ["events.cancelled"] : status === "ongoing" ? ["events.goes_on"] : [],
    // A cancelled event has no places.
    never: ({ status }: Event) => (status === "cancelled" ? /\b(?:you|du)\b/i : null),
  } satisfies List<Event>,

  wish: {
    states: each({ status: WISH_STATUSES, isVoted: [true, false], isMerged: [false, true] }),
    async put(
      { reader }: Scene,
      { status, isVoted, isMerged }: { status: string; isVoted: boolean; isMerged: boolean },
      title: string,
    ) {
      const merged_into_id = isMerged ? await wish({ title: `${title} whole` }) : null;
      const id = await wish({ title, status, merged_into_id });
      if (isVoted) await vote(id, reader);
    },
    inDiscord: typed("wish"),
    onWeb: ["wishes/1?limit=6"],
    titleOf: ({ title }: Wish) => title,
    words: ({ status, own }: Wish) => [`wishes.status.${status}`, ...(own ? ["wishes.voted" as const] : [])],
  } satisfies List<Wish>,

  tasks: {
    ...TASKS,
    inDiscord: typed("tasks"),
    onWeb: ["prospects/1?stage=open&assignedTo=me&limit=6"],
  } satisfies List<Prospect>,

  "tasks of everybody": {
    ...TASKS,
    async inDiscord({ user }) {
      const mine = await user.types("tasks");
      return recordsOf(await user.presses(mine, user.locale === "da" ? "Alle" : "Everybody"));
    },
    // Tasks, and urgent prospects without an assignee.
    onWeb: ["prospects/1?urgent=1", "prospects/1?urgent=1&assignedTo=none"],
  } satisfies List<Prospect>,

  prospect: {
    ...PROSPECTS,
    most: 20,
    inDiscord: async ({ user }) => titled(await user.completes("prospect", "name", "K")),
    onWeb: ["prospects/1?q=K"],
    words: ({ status }: Prospect) => [`status.${status}`],
  } satisfies List<Prospect>,

  away: {
    // Past, ended today, now, from today on, from tomorrow on.
    states: each({
      days: [
        [-9, -1],
        [-5, 0],
        [-3, 3],
        [0, 2],
        [1, 1],
        [5, 9],
      ],
    }),
    put: ({ reader }: Scene, { days: [from, to] }: { days: [number, number] }, note: string) =>
      leaveOf(reader.userId, from, to, { note }),
    inDiscord: typed("away"),
    onWeb: ["leaves/1?userId=:me&limit=6"],
    titleOf: ({ note }: Leave) => note,
    words: ({ from }: Leave) => [from <= inDays(0) ? "leave.back" : "leave.remove"],
  } satisfies List<Leave>,

  hangar: {
    states: each({ is_listed: [1, 0], quantity: [1, 3], nickname: [null, "Bess"] }),
    async put({ reader }: Scene, { is_listed, ...entry }: { is_listed: number }, name_full: string) {
      const ship_id = await ship({ name_full, is_listed });
      await raw.DB.prepare("insert or ignore into hangars (user_id, organization_id) values (?, 1)")
        .bind(reader.userId)
        .run();
      const at = { created_at: hoursFromNow(0), updated_at: hoursFromNow(0) };
      await insert("hangar_ships", { organization_id: 1, user_id: reader.userId, ship_id, ...entry, ...at });
    },
    inDiscord: typed("hangar"),
    onWeb: ["uex/user/:me/ships"],
    titleOf: ({ ship: { nameFull } }: HangarShip) => nameFull,
    words: ({ ship: { isListed } }: HangarShip) => (isListed ? [] : ["ships.not_listed"]),
  } satisfies List<HangarShip>,
};
