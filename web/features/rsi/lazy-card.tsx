import { Suspense } from "react";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

const card = part(
  () => import("./rsi-card.tsx"),
  (language) => [import(`./rsi.${language}.json`)],
);

export const RsiCard = () => (
  <Suspense
    fallback={
      <Panel aria-busy>
        <SkeletonLines lines={3} className="p-[18px]" />
      </Panel>
    }
  >
    <card.View />
  </Suspense>
);
