import { useId, useState } from "react";
import type {
  AnnouncementKind,
  AnnouncementSettings,
  ChooseInput,
  DiscordChannel,
  LanguageInput,
} from "../../../worker/features/announcements/announcements.schema.ts";
import { LANGUAGES, type Language } from "../../../worker/lib/wire.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";

const pathOf = (organizationId: number) => `/api/announcements/${organizationId}`;
/** Milliseconds for which an answer is kept, because each request to Discord counts against its limit. */
const POLL = 10 * 60_000;

/** The kinds of announcements, each with its Discord channel. */
export function AnnouncementsPanel() {
  const t = useT();
  const settings = useOfOrganization<AnnouncementSettings>(pathOf, ["announcements"]);
  return (
    <Panel title={t("announcements.title")}>
      <div className="px-[18px] pt-3 pb-4">
        <AnswerView answer={settings} loading={<SkeletonLines lines={8} />}>
          {({ hasBot, kinds }) =>
            hasBot ? (
              <Kinds kinds={kinds} onSaved={(saved) => void settings.mutate(saved, { revalidate: false })} />
            ) : (
              <EmptyState
                title={t("announcements.choose")}
                text={t("announcements.no_bot")}
                action={<ButtonLink to="/discord-bots">{t("announcements.to_bots")}</ButtonLink>}
              />
            )
          }
        </AnswerView>
      </div>
    </Panel>
  );
}

type OnSaved = (saved: AnnouncementSettings) => void;

function Kinds({ kinds, onSaved }: { kinds: AnnouncementKind[]; onSaved: OnSaved }) {
  const t = useT();
  const { user } = useUser();
  const languageId = useId();
  const [first, setFirst] = useState<Language>(user?.language ?? "en");
  const language = kinds.find(({ channel }) => channel !== null)?.channel?.language ?? first;
  const path = `${pathOf(user?.organizationId ?? 0)}/language`;
  const setLanguage = useAction(
    async (body: LanguageInput) => {
      setFirst(body.language);
      onSaved(await request(path, { method: "PUT", body }));
    },
    { failed: t("announcements.failed") },
  );
  const channels = useOfOrganization<DiscordChannel[]>((id) => `${pathOf(id)}/channels`, [], { poll: POLL });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
        <p className="min-w-0 flex-1 basis-80 text-ink-2">{t("announcements.text")}</p>
        <div className="flex items-center gap-2.5 text-ink-2">
          <label htmlFor={languageId}>{t("announcements.language")}</label>
          <Select
            id={languageId}
            size="m"
            className="w-auto"
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
            onChange={({ target }) => void setLanguage.run({ language: target.value as Language })}
          />
        </div>
      </div>
      {channels.error && !channels.data ? (
        <ErrorState
          error={channels.error}
          title={t("announcements.channels_failed")}
          onRetry={() => void channels.mutate()}
        />
      ) : null}
      <ul aria-label={t("announcements.title")}>
        {kinds.map((each) => (
          <Kind
            key={each.kind}
            announcement={each}
            language={language}
            channels={channels.data}
            onSaved={onSaved}
          />
        ))}
      </ul>
    </>
  );
}

/** The options of a kind's channel: those of the server, and the chosen one where it is not among them. */
function optionsOf(
  t: ReturnType<typeof useT>,
  channels: DiscordChannel[],
  chosen: AnnouncementKind["channel"],
) {
  const options = channels.map(({ id, name, lacks }) => ({
    value: id,
    label: lacks ? `#${name} (${t(`announcements.lacks.${lacks}`)})` : `#${name}`,
  }));
  const isKnown = chosen === null || channels.some(({ id }) => id === chosen.id);
  return isKnown ? options : [{ value: chosen.id, label: `#${chosen.name}` }, ...options];
}

function Kind(props: {
  announcement: AnnouncementKind;
  language: Language;
  channels: DiscordChannel[] | undefined;
  onSaved: OnSaved;
}) {
  const t = useT();
  const { user } = useUser();
  const { announcement, language, channels, onSaved } = props;
  const { kind, title, isPersonal, channel } = announcement;
  const path = pathOf(user?.organizationId ?? 0);
  const choose = useAction(
    async (body: Omit<ChooseInput, "kind">) =>
      onSaved(await request(path, { method: "PUT", body: { ...body, kind } })),
    { done: { title: t("announcements.changed") }, failed: t("announcements.failed") },
  );
  const test = useAction(
    async () => onSaved(await request(`${path}/test`, { method: "POST", body: { kind } })),
    {
      done: {
        title: t("announcements.tested"),
        description: t("announcements.tested_text", { channel: channel?.name ?? "" }),
      },
      failed: t("announcements.test_failed"),
    },
  );
  const inWay = channel?.why ?? null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 border-t border-line py-2.5 md:grid-cols-[minmax(0,1fr)_110px] md:items-center">
      <Field
        className={cx(
          "md:grid md:grid-cols-[minmax(0,1fr)_300px] md:items-center md:gap-x-3 md:[&>*]:my-0 md:[&>span]:col-start-2 md:[&>span]:row-start-1",
          (isPersonal || inWay) && "md:[&>span]:row-span-2 md:[&>p]:col-start-1",
        )}
        label={title}
        error={inWay}
        hint={isPersonal ? t("announcements.personal") : null}
      >
        <Combobox
          label={title}
          value={channel?.id ?? null}
          options={optionsOf(t, channels ?? [], channel)}
          onChange={(channelId) => {
            if (channelId !== (channel?.id ?? null)) void choose.run({ channelId, language });
          }}
          placeholder={t("announcements.choose")}
          emptyText={t(channels ? "announcements.channel_none" : "announcements.channels_awaited")}
        />
      </Field>
      {channel ? (
        <Button
          pending={test.pending}
          aria-label={t("announcements.test_of", { title })}
          onClick={() => void test.run()}
        >
          {t("announcements.test")}
        </Button>
      ) : null}
    </li>
  );
}
