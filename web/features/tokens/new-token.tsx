import { Suspense, useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { whenNear } from "../../lib/when-near.ts";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import type { NewTokenProps } from "./new-token-form.tsx";

const form = part(() => import("./new-token-form.tsx"));

/** A form that makes a token, beside the list. Its script, which few need, is fetched when it comes near the screen. */
export function NewTokenPanel(props: NewTokenProps) {
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
