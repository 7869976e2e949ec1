import { useDeferredValue, useMemo, useState } from "react";
import useSWR from "swr";
import { useCopy } from "../../lib/clipboard.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Input } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CopyIcon, PlusIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type ApiDocument, curlOf, type Field, foundIn, type Operation, operationsOf } from "./operations.ts";

const DOCUMENT = "/api/openapi.json";
/** The operation that the page begins with as an example. */
const FIRST = "get /user";

/** A command, and the button that copies it. */
function Command({ text, className }: { text: string; className?: string }) {
  const t = useT();
  const { state, copy } = useCopy(text);
  return (
    <div className={cx("flex items-start gap-2 rounded-c border border-line bg-deck p-3", className)}>
      <pre
        className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-pre max-md:whitespace-pre-wrap max-md:break-all"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard.
        tabIndex={0}
      >
        {text}
      </pre>
      <Button size="s" icon={<CopyIcon />} onClick={() => void copy()}>
        {t(state === "copied" ? "developers.copied" : "developers.copy")}
      </Button>
    </div>
  );
}

function Fields({ title, type, fields }: { title: string; type?: string; fields: readonly Field[] }) {
  const t = useT();
  if (fields.length === 0 && type === undefined) return null;
  return (
    <section>
      <h4 className="mb-1 label">{title}</h4>
      {type === undefined ? null : (
        <p className="font-mono text-xs [overflow-wrap:anywhere] text-ink-2">{type}</p>
      )}
      <ul className="font-mono text-xs [overflow-wrap:anywhere]">
        {fields.map(({ name, type, isRequired, depth }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields keep their order, and alternatives repeat names.
          <li key={place} className="py-0.5 text-ink-2" style={{ paddingLeft: 14 * depth }}>
            <span className="text-ink">{name}</span> {type}
            {isRequired ? null : <i className="text-ink-3"> {t("developers.optional")}</i>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The details of an operation, which are rendered once it is opened. */
function Details({ operation }: { operation: Operation }) {
  const t = useT();
  const { access, query, body, answer } = operation;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 pad pb-4">
      <section>
        <h4 className="mb-1 label">{t("developers.access")}</h4>
        <p lang="en" className="text-ink-2">
          {access.replaceAll("`", "")}
        </p>
      </section>
      <Fields title={t("developers.query")} fields={query} />
      <Fields title={t("developers.body")} fields={body} />
      <Fields title={t("developers.answer")} {...answer} />
      <section>
        <h4 className="mb-1 label">{t("developers.example")}</h4>
        <Command text={curlOf(operation, location.origin)} />
      </section>
    </div>
  );
}

function Line({ operation }: { operation: Operation }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, summary, takesToken, isOpenToAll } = operation;
  return (
    <li className="border-t border-line first:border-t-0">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="pad py-2.5 hover:bg-deck/60">
          <span className="inline-grid w-[calc(100%-20px)] grid-cols-[56px_minmax(0,1fr)] items-baseline gap-x-2 align-top">
            <b className="font-mono text-xs text-ice">{method}</b>
            <code className="font-mono text-sm [overflow-wrap:anywhere]">{path}</code>
            <span lang="en" className="col-start-2 text-md text-ink-2">
              {summary}
            </span>
            {takesToken ? null : (
              <span className="col-start-2 hint">
                {t(isOpenToAll ? "developers.open" : "developers.no_token")}
              </span>
            )}
          </span>
        </summary>
        {isOpen ? <Details operation={operation} /> : null}
      </details>
    </li>
  );
}

function Operations({ document }: { document: ApiDocument }) {
  const t = useT();
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const operations = useMemo(() => operationsOf(document), [document]);
  const groups = foundIn(operations, wanted);
  const count = groups.reduce((sum, [, operations]) => sum + operations.length, 0);
  const first = operations.find(({ id }) => id === FIRST);
  return (
    <>
      {first ? <Command className="mb-4" text={curlOf(first, location.origin)} /> : null}
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Input
          type="search"
          size="m"
          className="max-w-[420px]"
          aria-label={t("developers.search")}
          placeholder={t("developers.search")}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <p role="status" className="hint">
          {t("developers.count", { count })}
        </p>
      </div>
      <Panel className="overflow-clip">
        {groups.length === 0 ? <EmptyState title={t("developers.nothing")} /> : null}
        {groups.map(([subject, operations]) => (
          // A search opens what it finds.
          <Fold
            key={`${subject} ${wanted === ""}`}
            isRow
            title={t(`developers.subject.${subject}`)}
            hint={t(`developers.subject.${subject}_text`)}
            aside={<span className="figure text-ink-3">{operations.length}</span>}
            isOpen={wanted !== ""}
          >
            <ul className="pl-[19px]">
              {operations.map((each) => (
                <Line key={each.id} operation={each} />
              ))}
            </ul>
          </Fold>
        ))}
      </Panel>
    </>
  );
}

/** The description of the API, as the server declares it. */
export default function DevelopersPage() {
  const t = useT();
  const document = useSWR<ApiDocument>(DOCUMENT);
  const title = t("developers.title");
  return (
    <Page
      title={title}
      documentTitle={title}
      sub={t("developers.sub")}
      above={<BackLink to={`${ACCOUNT_PATH}/programs`}>{t("developers.back")}</BackLink>}
      actions={
        <>
          <a href={DOCUMENT} className="btn" target="_blank" rel="noreferrer">
            {t("developers.document")}
          </a>
          <ButtonLink to={`${ACCOUNT_PATH}/programs`} variant="primary" icon={<PlusIcon />}>
            {t("developers.new_token")}
          </ButtonLink>
        </>
      }
    >
      <AnswerView
        answer={document}
        stateClass="panel"
        loading={<SkeletonLines lines={12} className="panel p-[18px]" />}
      >
        {(answer) => <Operations document={answer} />}
      </AnswerView>
    </Page>
  );
}
