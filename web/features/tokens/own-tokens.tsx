import { Suspense, useEffect, useRef, useState } from "react";
import { useCopy } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { DEVELOPERS_PATH } from "../../lib/paths.ts";
import { whenNear } from "../../lib/when-near.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import type { NewTokenProps } from "./new-token-form.tsx";
import { TokenTable } from "./token-table.tsx";
import { type NewToken, useTokens } from "./tokens.api.ts";

const form = part(() => import("./new-token-form.tsx"));

/** A form that makes a token, beside the list. Its script, which few need, is fetched when it comes near the screen. */
function NewTokenPanel(props: NewTokenProps) {
  const t = useT();
  const [isNear, setIsNear] = useState(false);
  const [ref] = useState(() => whenNear(() => setIsNear(true)));
  const lines = <SkeletonLines lines={9} className="p-[18px]" />;
  return (
    <Panel title={t("tokens.new")}>
      {isNear ? (
        <Suspense fallback={<div aria-busy="true">{lines}</div>}>
          <form.View {...props} />
        </Suspense>
      ) : (
        <div ref={ref}>{lines}</div>
      )}
    </Panel>
  );
}

/** A new token, shown until its owner confirms that they have it. */
function Made({ made, onTaken }: { made: NewToken; onTaken: () => void }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const { state, copy } = useCopy(made.token);
  useEffect(() => field.current?.focus(), []);
  return (
    <section
      aria-label={t("tokens.ready_label")}
      className="border-b border-line bg-deck/60 px-[18px] py-3.5"
    >
      <p className="mb-2.5 [overflow-wrap:anywhere]">
        <b className="mr-2 font-semibold">{t("tokens.ready", { name: made.name })}</b>
        <span className="hint">{t("tokens.once")}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={field}
          readOnly
          value={made.token}
          aria-label={t("tokens.token")}
          className="flex-1 basis-72 font-mono text-sm"
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          {t(state === "copied" ? "tokens.copied" : "tokens.copy")}
        </Button>
        <Button variant="quiet" onClick={onTaken}>
          {t("tokens.taken")}
        </Button>
      </div>
      <p aria-live="polite" className="text-sm text-stop">
        {state === "failed" ? t("tokens.copy_failed") : null}
      </p>
    </section>
  );
}

export default function OwnTokens() {
  const t = useT();
  const answer = useTokens();
  const { data, error, mutate } = answer;
  const [made, setMade] = useState<NewToken | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_372px]">
      <div ref={panel} tabIndex={-1} className="min-w-0 rounded-l outline-none">
        <ListPanel
          title={t("tokens.title")}
          actions={
            <Link
              to={DEVELOPERS_PATH}
              className="inline-flex min-h-6 items-center text-md font-book text-ice hover:underline"
            >
              {t("tokens.description")}
            </Link>
          }
          source={{ list: data && { items: data.tokens, more: false }, error, retry: () => void mutate() }}
          loading={<SkeletonLines lines={3} className="p-[18px]" />}
          empty={
            <p className="pad py-3.5 text-ink-2">
              <b className="block font-semibold text-ink">{t("tokens.none")}</b> {t("tokens.none_text")}
            </p>
          }
          foot={data?.tokens.length ? <p className="note max-md:px-4">{t("tokens.foot")}</p> : null}
        >
          {(tokens) => (
            <>
              {made && tokens.some(({ id }) => id === made.id) ? (
                <Made
                  key={made.id}
                  made={made}
                  onTaken={() => {
                    setMade(null);
                    panel.current?.focus();
                  }}
                />
              ) : null}
              <TokenTable tokens={tokens} />
            </>
          )}
        </ListPanel>
      </div>
      {data ? <NewTokenPanel permissions={data.permissions} onMade={setMade} /> : null}
    </div>
  );
}
