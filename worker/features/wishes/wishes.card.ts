import { eq } from "drizzle-orm";
import type { PublicCard } from "../../lib/announcements.ts";
import type { Speaker } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import { WISH_COMMAND_TEXTS as TEXTS } from "./wishes.commands.texts.ts";
import { isOpen } from "./wishes.policy.ts";
import { toWish, wishRecord } from "./wishes.rows.ts";
import { TITLE_LENGTH, type Wish } from "./wishes.schema.ts";
import { wishes } from "./wishes.table.ts";
import { WISH_STATUS_TEXTS } from "./wishes.texts.ts";

export const PAGE = "/organization?tab=wishes";

export const linkTo = (call: Speaker, id: number) => ({
  label: call.say(TEXTS.open),
  href: call.link(`${PAGE}&wish=${id}`),
});

export function standing(call: Speaker, { votes, votesThisWeek, status, own }: Wish): string {
  const week = votesThisWeek > 0 ? call.say(TEXTS.thisWeek, { count: votesThisWeek }) : "";
  const counted = [call.say(TEXTS.votes, { count: votes }), week, call.say(WISH_STATUS_TEXTS[status])];
  return [...counted, own ? `**${call.say(TEXTS.voted)}**` : ""].filter(Boolean).join(" · ");
}

export const drawn = (call: Speaker, { id, title }: Wish) => ({
  title: plain(title, TITLE_LENGTH),
  href: linkTo(call, id).href,
});

export const linesOf = (call: Speaker, wish: Wish) => [plain(wish.description, 400), standing(call, wish)];

/** A wish in a message for everybody: users vote for an open one, and voters of a completed one rate it. */
export const publicWish: PublicCard = {
  presses: { vote: ["wish", "support"], works: ["wish", "works"], fails: ["wish", "fails"] },
  async draw(context, id, speaker) {
    const [row] = await wishRecord.find(context, eq(wishes.id, id));
    if (!row || row.mergedIntoId !== null) return null;
    const wish = toWish(row, context);
    const isDone = wish.status === "completed";
    const press = (action: "vote" | "works" | "fails") => ({ label: speaker.say(TEXTS[action]), action });
    return card({
      ...drawn(speaker, wish),
      lines: [...linesOf(speaker, wish), plain(wish.reply?.text ?? "", 400)],
      note: isDone ? speaker.say(TEXTS.judge) : "",
      isIdle: wish.status === "rejected",
      buttons: [
        isOpen(wish.status) && press("vote"),
        isDone && press("works"),
        isDone && press("fails"),
        linkTo(speaker, id),
      ],
    });
  },
};
