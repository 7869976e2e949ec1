import { useState } from "react";
import { lookedFor, type Profile } from "../../../worker/features/organization/organization.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { OnePicture, Pictures } from "./own-pictures.tsx";
import { useProfile } from "./own-record.api.ts";

const Dialog = lazyDialog(() => import("./own-record-dialog.tsx"));

/** What the organization says of itself, with what changes it. */
export default function OwnRecordPanel() {
  const t = useT();
  const answer = useProfile();
  const { data } = answer;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel
      className="mb-[18px]"
      title={t("own_record.title")}
      aside={<span className="hint">{t("own_record.public")}</span>}
      actions={
        data ? (
          <Button size="s" onClick={() => setIsEditing(true)}>
            {t("own_record.edit")}
          </Button>
        ) : null
      }
      aria-busy={!data && !answer.error}
    >
      <AnswerView answer={answer} loading={<SkeletonLines lines={6} className="p-[18px]" />}>
        {(profile) => <Shown profile={profile} />}
      </AnswerView>
      {data && isEditing ? <Dialog profile={data} onClose={() => setIsEditing(false)} /> : null}
    </Panel>
  );
}

function Shown({ profile }: { profile: Profile }) {
  const t = useT();
  const isDanish = useLanguage() === "da";
  const pick = (en: string | null, da: string | null) => (isDanish ? (da ?? en) : (en ?? da));
  const text = pick(profile.textEn, profile.textDa);
  const looksFor = lookedFor(pick(profile.looksForEn, profile.looksForDa));
  const { name, isNamed, invite } = profile;
  return (
    <>
      <OnePicture profile={profile} kind="banner" />
      <div className="grid gap-x-8 gap-y-5 p-[18px] lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <div className="flex items-center gap-3.5">
            <OnePicture profile={profile} kind="mark" />
            <div className="min-w-0">
              <h3 className="font-display text-lg font-semibold [overflow-wrap:anywhere]">{name}</h3>
              <p className="text-ink-2">
                {isNamed ? pick(profile.sentenceEn, profile.sentenceDa) : t("own_record.unnamed")}
              </p>
            </div>
          </div>
          <Facts className="mt-4" empty={<span className="text-ink-3">{t("own_record.none")}</span>}>
            <Fact label={t("own_record.field.invite")}>
              {invite ? (
                <a className="link" href={invite} target="_blank" rel="noopener noreferrer">
                  {invite.replace("https://", "")}
                </a>
              ) : null}
            </Fact>
            <Fact label={t("own_record.field.symbol")}>{profile.symbol}</Fact>
            <Fact label={t("own_record.field.since")}>{profile.since}</Fact>
            <Fact label={t("own_record.looks_for")}>
              {looksFor.length > 0 ? (
                <ul className="grid gap-1">
                  {looksFor.map(({ title, text }) => (
                    <li key={title}>
                      <span className="font-book">{title}</span>
                      {text ? <span className="block text-ink-2">{text}</span> : null}
                    </li>
                  ))}
                </ul>
              ) : null}
            </Fact>
            <Fact label={t("own_record.text")}>{text ? <Markdown text={text} /> : null}</Fact>
          </Facts>
        </div>
        <Pictures profile={profile} />
      </div>
    </>
  );
}
