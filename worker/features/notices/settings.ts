import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import type { Feature } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import type { NoticeText } from "../../lib/notice-text.ts";
import type { Hindrance, Pace, UserChannelName } from "../../lib/notices.schema.ts";
import { userChannels } from "../../lib/outgoing/channels.ts";
import { invalidField, type Sentences } from "../../lib/validation.ts";
import { users } from "../users/index.ts";
import {
  type HoursInput,
  type NoticeHours,
  type NoticeSettings,
  type PaceInput,
  PRESETS,
  type Preset,
  type PresetInput,
} from "./notices.schema.ts";
import { noticeHours, noticeSettings } from "./notices.table.ts";

export const noticeSentences = {
  notice_kind_unknown: {
    en: "You get no notifications of this kind",
    da: "Du får ingen notifikationer af denne slags",
  },
  notice_channel_unknown: {
    en: "Notifications do not leave by this channel here",
    da: "Notifikationer sendes ikke ad denne kanal her",
  },
  notice_quiet_both: {
    en: "Quiet hours need a beginning and an end",
    da: "Stilletid skal have både en begyndelse og en slutning",
  },
  notice_quiet_same: {
    en: "Quiet hours end at another time than they begin",
    da: "Stilletid skal slutte på et andet tidspunkt, end den begynder",
  },
} as const satisfies Sentences;

const settingsErrors = defineErrors({
  notice_is_safety: problem(400)(
    "This notification is about the safety of your account, so it always comes at once.",
    "Denne notifikation handler om din kontos sikkerhed og kommer derfor altid med det samme.",
  ),
});

/** Kinds of notices under one heading. */
type Group = { title: NonNullable<Feature["notices"]>["group"]; kinds: [kind: string, text: NoticeText][] };

/** All kinds of notices under their headings, in the order of the features. */
export function groupsOf(features: readonly Feature[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { notices } of features) {
    if (!notices) continue;
    const { group: title, texts } = notices;
    const group = groups.get(title.en) ?? { title, kinds: [] };
    group.kinds.push(...Object.entries(texts));
    groups.set(title.en, group);
  }
  return [...groups.values()];
}

/** Whether a user can get notices of a kind: those about themselves, and those to holders of their permissions. */
const isFor = ({ permissions }: MemberContext["actor"], { to }: NoticeText): boolean =>
  to === undefined || permissions.has(to);

/** Returns the pace that a preset gives a kind, whose default by the channel is `usual`. */
function presetPace(preset: Preset, { isSafety, isOfNeed }: NoticeText, usual: Pace): Pace {
  if (isSafety || preset === "usual") return usual;
  return preset === "everything" || isOfNeed ? "now" : "off";
}

/** The most rows that a preset writes, about two for each kind and channel. */
export const PRESET_ROWS = 600;

type Chosen = { kind: string; channel: UserChannelName; pace: Pace };

/** Returns the caller's pace of each kind of notice, by each channel of the deployment, and their quiet hours. */
export async function getSettings(
  context: MemberContext,
  features: readonly Feature[],
): Promise<NoticeSettings> {
  const { db, env, actor, language } = context;
  const channels = userChannels(env);
  const hindrances = channels.map(
    ([, { address, hindrance = sql`'unreachable'` }]) => sql`iif(${address} is null, ${hindrance}, null)`,
  );
  const [[reach], chosen, [hours = null]] = await readBatch(db, [
    db.all<{ hindrances: string }>(sql`select json_array(${sql.join(hindrances, sql`, `)}) as hindrances
      from ${users} where id = ${actor.userId}`),
    db.all<Chosen>(sql`select kind, channel, pace from ${noticeSettings} where user_id = ${actor.userId}`),
    db.all<NoticeHours>(sql`select time_zone as timeZone, quiet_from as quietFrom, quiet_to as quietTo
      from ${noticeHours} where user_id = ${actor.userId}`),
  ]);
  const why = JSON.parse(reach?.hindrances ?? "[]") as (Hindrance | null)[];
  const paceOf = (kind: string, text: NoticeText) =>
    channels.map(([name, channel]) => {
      const usual = channel.paceOf(text);
      const own = chosen.find((each) => each.kind === kind && each.channel === name);
      return { usual, pace: text.isSafety ? usual : (own?.pace ?? usual) };
    });
  // Of presets that are the same here the default comes first.
  const alike = new Set<Preset>(["usual", ...PRESETS]);
  const groups = groupsOf(features).map(({ title, kinds }) => ({
    title: title[language],
    kinds: kinds
      .filter(([, text]) => isFor(actor, text))
      .map(([kind, text]) => {
        const paces = paceOf(kind, text);
        for (const preset of alike)
          if (paces.some(({ pace, usual }) => pace !== presetPace(preset, text, usual))) alike.delete(preset);
        return { kind, title: text.title[language], isSafety: text.isSafety === true, paces };
      }),
  }));
  return {
    channels: channels.map(([name], at) => ({ name, hindrance: why[at] ?? null })),
    groups: groups.filter(({ kinds }) => kinds.length > 0),
    preset: [...alike][0] ?? null,
    hours,
  };
}

/**
 * Sets the caller's pace of a kind of notice by a channel. The default is not stored: it changes with the product.
 * @throws AppError invalid_input for a kind that the caller does not get or a channel that is not here, notice_is_safety
 */
export async function choosePace(
  { db, env, actor, language }: MemberContext,
  { kind, channel: name, pace }: PaceInput,
  features: readonly Feature[],
): Promise<void> {
  const [, text] =
    groupsOf(features)
      .flatMap(({ kinds }) => kinds)
      .find(([each]) => each === kind) ?? [];
  if (!text || !isFor(actor, text)) throw invalidField("kind", language, noticeSentences.notice_kind_unknown);
  const [, channel] = userChannels(env).find(([each]) => each === name) ?? [];
  if (!channel) throw invalidField("channel", language, noticeSentences.notice_channel_unknown);
  if (text.isSafety) throw settingsErrors.notice_is_safety();
  const { userId } = actor;
  await db.run(
    pace === channel.paceOf(text)
      ? sql`delete from ${noticeSettings} where user_id = ${userId} and kind = ${kind} and channel = ${name}`
      : sql`insert into ${noticeSettings} (user_id, kind, channel, pace) values (${userId}, ${kind}, ${name}, ${pace})
          on conflict do update set pace = excluded.pace where pace <> excluded.pace`,
  );
}

/** Sets the caller's paces of all kinds by all channels. What is the default, or stored already, is not written. */
export async function choosePreset(
  { db, env, actor }: MemberContext,
  { preset }: PresetInput,
  features: readonly Feature[],
): Promise<void> {
  const { userId } = actor;
  const channels = userChannels(env);
  const chosen: Chosen[] = groupsOf(features)
    .flatMap(({ kinds }) => kinds)
    .filter(([, text]) => isFor(actor, text))
    .flatMap(([kind, text]) =>
      channels.flatMap(([channel, { paceOf }]) => {
        const pace = presetPace(preset, text, paceOf(text));
        return pace === paceOf(text) ? [] : { kind, channel, pace };
      }),
    );
  const all = sql`select value ->> 'kind' as kind, value ->> 'channel' as channel, value ->> 'pace' as pace
    from json_each(${JSON.stringify(chosen)})`;
  await write(db, [
    db.run(sql`delete from ${noticeSettings}
      where user_id = ${userId} and (kind, channel) not in (select kind, channel from (${all}))`),
    db.run(sql`insert into ${noticeSettings} (user_id, kind, channel, pace)
      select ${userId}, kind, channel, pace from (${all}) where true
      on conflict do update set pace = excluded.pace where pace <> excluded.pace`),
  ]);
}

/** Sets the caller's time zone and quiet hours. */
export async function chooseHours(
  { db, actor }: MemberContext,
  { timeZone, quietFrom, quietTo }: HoursInput,
): Promise<void> {
  await db.run(sql`insert into ${noticeHours} (user_id, time_zone, quiet_from, quiet_to)
    values (${actor.userId}, ${timeZone}, ${quietFrom}, ${quietTo})
    on conflict do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
    where time_zone <> excluded.time_zone or quiet_from is not excluded.quiet_from or quiet_to is not excluded.quiet_to`);
}
