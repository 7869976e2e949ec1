import type { ReactNode } from "react";
import type { Setup, SetupStep } from "../../../worker/features/setup/setup.schema.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";

/** The page on which a step is done, and the steps that have to hold before. */
export const PLACES: Record<SetupStep, { to: string; after: readonly SetupStep[] }> = {
  bot: { to: "/discord-bots", after: [] },
  roles: { to: "/admin?tab=discord", after: ["bot"] },
  members: { to: "/admin?tab=discord", after: ["bot", "roles"] },
  administrators: { to: "/admin?tab=users", after: ["members"] },
  news: { to: "/admin?tab=discord", after: ["bot"] },
  backup: { to: "/admin?tab=backup", after: [] },
};

/** Names of mapped roles that a line has room for. */
const NAMES = 4;

/** A number in a sentence. */
const figure = (key: string, value: ReactNode) => (
  <span key={key} className="figure text-base text-ink">
    {value}
  </span>
);

function mappedNames({ mapped }: Setup["roles"], t: Translate): string {
  const names = mapped.slice(0, NAMES).map((name) => `@${name}`);
  const count = mapped.length - names.length;
  return count > 0 ? t("setup.step.roles.more", { names: names.join(", "), count }) : names.join(", ");
}

/** The measurement of each step as a sentence. */
export function useSentence(): (step: SetupStep, setup: Setup) => ReactNode {
  const t = useT();
  const format = useFormat();
  const number = (key: string, value: number) => figure(key, format.number(value));
  const sentences: Record<SetupStep, (setup: Setup) => ReactNode> = {
    bot: ({ bot: { isHeld, fault, hasToken, ms, people, roles, server } }) => {
      if (!hasToken) return t("setup.step.bot.none");
      if (fault) return t(`setup.step.bot.${fault}`);
      if (!isHeld || ms === null) return t("setup.step.bot.unasked");
      if (people === null || roles === null) return t("setup.step.bot.held_short");
      return t.rich("setup.step.bot.held", {
        people: number("people", people),
        roles: number("roles", roles),
        server: server ?? t("setup.step.bot.server"),
      });
    },
    roles: ({ roles, bot }) => {
      if (!roles.isHeld) return t("setup.step.roles.open");
      const [mapped, names] = [number("mapped", roles.mapped.length), mappedNames(roles, t)];
      return bot.roles === null
        ? t.rich("setup.step.roles.held_short", { mapped, names })
        : t.rich("setup.step.roles.held", { mapped, names, all: format.number(bot.roles) });
    },
    members: ({ members: { isHeld, isRunning, read, members, why, trial } }) => {
      if (isRunning) return t("setup.step.members.running");
      if (isHeld)
        return t.rich("setup.step.members.held", {
          read: number("read", read ?? 0),
          members: number("members", members),
        });
      if (why) return <span className="text-stop">{why}</span>;
      if (!trial) return t("setup.step.members.uncounted");
      return t(`setup.step.members.preview${trial.roleChanges === 0 ? "" : "_roles"}`);
    },
    administrators: ({ administrators: { isHeld, count } }) =>
      isHeld
        ? t.rich("setup.step.administrators.held", { count: number("count", count) })
        : t("setup.step.administrators.open", { count }),
    news: ({ news: { isHeld, chosen, kinds, broken } }) => {
      if (broken > 0) return t("setup.step.news.broken", { broken });
      if (!isHeld) return t("setup.step.news.open");
      return t.rich("setup.step.news.held", {
        chosen: number("chosen", chosen),
        kinds: format.number(kinds),
      });
    },
    backup: ({ backup: { at } }) =>
      at ? t("setup.step.backup.held", { when: format.dayWithin(at) }) : t("setup.step.backup.open"),
  };
  return (step, setup) => sentences[step](setup);
}

/** The time of a step's measurement in a few words. */
export function useMeasure(): (step: SetupStep, setup: Setup, isOpen: boolean) => string {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  return (step, setup, isOpen) => {
    const { at } = setup[step];
    const { trial } = setup.members;
    if (step === "members" && isOpen)
      return trial ? t("setup.step.members.counted", { when: format.ago(trial.at, now) }) : "";
    if (!at) return "";
    return isOpen && step === "bot"
      ? t("setup.step.bot.asked", { when: format.ago(at, now) })
      : format.ago(at, now, true);
  };
}
