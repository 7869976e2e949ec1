import type { GuildControl } from "./guild.ts";
import type { Messages } from "./messages.ts";
import { snowflakeAt } from "./snowflake.ts";

const minute = 60_000;
const conversation = [
  [95, "Anybody up for a cargo run to Everus Harbor tonight? I can bring a Freelancer."],
  [91, "Count me in, I have a Cutlass. **20:00** works for me."],
  [34, "Hi all, new here. Which ship should I save for if I want to learn mining?"],
] as const;

/** Makes people of the guild have said something in #general lately, so that message commands have a target. */
export function seedMessages(messages: Messages, guild: GuildControl, now: number): void {
  const people = guild.members().filter(({ user }) => !user.bot);
  for (const [index, [ago, content]] of conversation.entries()) {
    const author = people[index * 7]?.user;
    if (author) messages.say("general", author.id, content, snowflakeAt(now - ago * minute, 0));
  }
}
