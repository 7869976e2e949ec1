import { expect } from "vitest";
import { FEATURES } from "../../../features.ts";
import { control } from "../../../testing/discord.ts";
import { type DiscordUser, inDiscord, textOf } from "../../../testing/discord-user.ts";
import { type Caller, freshDatabase, person, raw, rows, value } from "../../../testing/world.ts";
import {
  asSaid,
  choose,
  deliver,
  type Message,
  posted,
  readyDiscord,
} from "../../announcements/testing/announcements.factory.ts";
import { crmBot } from "../../discord/testing/discord.factory.ts";
import { ANSWERS, openDoor, stranger } from "./joining.factory.ts";

/** The announcement whose channel gets a thread for each application. */
export const KIND = "application.review";
type Thread = { id: string; name: string; thread_metadata: { archived: boolean } };

/** An open front door, and the channel #officers for threads. */
export async function readyThreads(): Promise<{ applicant: Caller; officer: Caller; inThread: DiscordUser }> {
  await freshDatabase();
  await readyDiscord();
  await openDoor();
  await choose(KIND, "officers");
  const applicant = await stranger("Elias");
  const officer = await person("officer", 1, "Freja");
  return { applicant, officer, inThread: await inDiscord(officer) };
}

/** Gives the organization its bot anew, which administrators took away. */
export async function readyBot(): Promise<void> {
  await raw.DB.exec("delete from bots");
  await crmBot();
}

export const send = (applicant: Caller, answers: object = ANSWERS) =>
  applicant.ok("POST", "/api/admissions/own/send", { answers, version: 0 });
export const tell = (applicant: Caller, text: string) =>
  applicant.call("POST", "/api/admissions/own/messages", { body: { text } });
/** Changes the applicant's prospect. */
export const change = async (officer: Caller, what: "assign" | "status", body: object) =>
  officer.ok(
    "PATCH",
    `/api/prospects/${await value<number>("select prospect_id from admissions")}/${what}`,
    body,
  );

/** Delivers all that waits for Discord, due or not. */
export const run = () => deliver(FEATURES);
export const waiting = () => rows<{ id: string }>("select id from outbox where channel = 'discord'");
export const threads = () => control<Thread[]>("threads?channel=officers");
/** The texts in a thread, without the message that begins it. */
export const inside = async (id: string) =>
  (await control<Message[]>(`messages?thread=${id}`)).slice(1).map((each) => textOf(asSaid(each)));

/** The application's message in the channel, of which there has to be one; its id is the thread's. */
export async function card(): Promise<Message> {
  const [only, ...others] = await posted("officers");
  expect([others, only === undefined]).toEqual([[], false]);
  return only as Message;
}
export const thread = async () => (await card()).id;
