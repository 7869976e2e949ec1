import { type ReactNode, useState } from "react";
import { changesOf } from "../../../worker/features/forms/changes.schema.ts";
import { type Form, type FormVersion, summaryOf } from "../../../worker/features/forms/records.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { changeWords } from "./change-words.tsx";
import { type FormDraft, useSend } from "./forms.api.ts";

const CompareDialog = lazyDialog(() => import("./compare-dialog.tsx"));

const ROW =
  "max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:border-t max-md:border-line max-md:px-4 max-md:py-3 max-md:[&>td]:border-0 max-md:[&>td]:p-0";

/** The draft and every version, the newest first, with what each changed. */
export function Versions(props: { draft: FormDraft; form: Form; isSame: boolean; language: Language }) {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const { draft, form, isSame, language } = props;
  /** The number of the version that is compared with the one before, 0 for the draft. */
  const [compared, setCompared] = useState<number | null>(null);
  const [reused, setReused] = useState<number | null>(null);
  const { versions, live, liveNumber } = form;
  const isCounted = versions.some(({ answered }) => answered !== null);
  const { run: use, running } = useAction(
    async (number: number) => {
      const version = await draft.flush();
      if (version !== null)
        draft.show(await send("POST", `/api/forms/${form.id}/drafts`, { number, version }));
    },
    {
      done: (_, number) => ({ title: t("forms.reused", { number }) }),
      failed: t("forms.reuse_failed"),
    },
  );
  const people = ({ answered }: FormVersion) =>
    answered ? t("forms.people", { count: answered }) : t("forms.nobody");
  const compare = (number: number) => (
    <Button size="s" onClick={() => setCompared(number)}>
      {t("forms.compare")}
    </Button>
  );
  const words = live ? changeWords(t, summaryOf(changesOf(live, draft.content)), language) : [];
  if (versions.length === 0) return null;
  return (
    <Panel title={t("forms.versions")} className="mt-5">
      <table className="table max-md:block">
        <thead className="max-md:hidden">
          <tr>
            <th scope="col">{t("forms.column.number")}</th>
            <th scope="col">{t("forms.column.state")}</th>
            <th scope="col">{t("forms.column.from")}</th>
            {isCounted ? <th scope="col">{t("forms.column.answered")}</th> : null}
            <th scope="col">{t("forms.column.changed")}</th>
            <th scope="col">
              <span className="sr-only">{t("forms.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {isSame ? null : (
            <Row
              number={(liveNumber ?? 0) + 1}
              state={<Badge tone="idle">{t("forms.state.draft")}</Badge>}
              from={format.day(form.updatedAt)}
              people={isCounted ? <span className="text-ink-3">{t("forms.not_yet")}</span> : null}
              changes={words}
              actions={compare(0)}
            />
          )}
          {versions.map((version) => {
            const { number, changes, publishedAt } = version;
            const isLive = number === liveNumber;
            return (
              <Row
                key={number}
                number={number}
                state={
                  <Badge tone={isLive ? "go" : "idle"}>
                    {t(isLive ? "forms.state.live" : "forms.state.past")}
                  </Badge>
                }
                from={format.date(publishedAt)}
                people={isCounted ? people(version) : null}
                changes={
                  <span className="text-ink-2 [&>b]:text-ink">
                    {changes ? changeWords(t, changes, language) : t("forms.first_version")}
                  </span>
                }
                actions={
                  <>
                    {changes ? compare(number) : null}
                    {isLive && isSame ? null : (
                      <Button
                        size="s"
                        pending={running?.[0] === number}
                        onClick={() => (isSame ? void use(number) : setReused(number))}
                      >
                        {t("forms.use")}
                      </Button>
                    )}
                  </>
                }
              />
            );
          })}
        </tbody>
      </table>
      {compared === null ? null : (
        <CompareDialog
          form={form}
          number={compared}
          draft={draft.content}
          language={language}
          onClose={() => setCompared(null)}
        />
      )}
      <ConfirmDialog
        open={reused !== null}
        onOpenChange={() => setReused(null)}
        title={t("forms.reuse_title", { number: reused ?? 0 })}
        description={t("forms.reuse_text")}
        confirmLabel={t("forms.use")}
        onConfirm={() => use(reused ?? 0)}
      />
    </Panel>
  );
}

function Row(props: {
  number: number;
  state: ReactNode;
  from: ReactNode;
  people: ReactNode;
  changes: ReactNode;
  actions: ReactNode;
}) {
  return (
    <tr className={ROW}>
      <td className="figure lg:w-[72px]">{props.number}</td>
      <td className="lg:w-[120px]">{props.state}</td>
      <td className="whitespace-nowrap max-md:text-right max-md:text-md max-md:text-ink-2 lg:w-[160px]">
        {props.from}
      </td>
      {props.people ? (
        <td className="whitespace-nowrap max-md:col-span-3 max-md:text-md lg:w-[150px]">{props.people}</td>
      ) : null}
      <td className="[overflow-wrap:anywhere] max-md:col-span-3 md:w-1/2 lg:w-auto">
        <span className="block first-letter:uppercase">{props.changes}</span>
      </td>
      <td className="max-md:col-span-3">
        <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">{props.actions}</span>
      </td>
    </tr>
  );
}
