import { type ReactNode, Suspense } from "react";
import { oneOf, text, useAddress } from "../../../lib/address.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { SegmentedLinks } from "../../../ui/segmented-links.tsx";
import { recruitingForms } from "../../forms/index.ts";
import { teamSetup } from "../../teams/index.ts";
import { PageView } from "./page-view.tsx";
import { Requirements } from "./requirements.tsx";
import { Templates } from "./templates.tsx";

const VIEWS = ["page", "form", "requirements", "answers", "teams"] as const;
type View = (typeof VIEWS)[number];

/** Which part is shown: the form without one. The form itself has its own address. */
const ADDRESS = { tab: text(20), view: oneOf(VIEWS), form: text(20), part: text(20) };

const SHOWN = { page: PageView, requirements: Requirements, answers: Templates, teams: teamSetup.View };

export default function RecruitingTab() {
  const t = useT();
  const { address, hrefWith } = useAddress("/admin", ADDRESS);
  const view: View = address.view ?? "form";
  const lead = (
    <SegmentedLinks
      label={t("door.parts")}
      options={VIEWS.map((value) => ({ value, label: t(`door.${value}`) }))}
      value={view}
      to={(value) =>
        hrefWith({ tab: "recruiting", view: value === "form" ? null : value, form: "", part: "" })
      }
    />
  );
  if (view === "form")
    return (
      <Suspense fallback={<Lead>{lead}</Lead>}>
        <recruitingForms.View lead={lead} />
      </Suspense>
    );
  const Shown = SHOWN[view];
  return (
    <>
      <Lead>{lead}</Lead>
      <Suspense>
        <Shown />
      </Suspense>
    </>
  );
}

const Lead = ({ children }: { children: ReactNode }) => (
  <div className="mb-4 overflow-x-auto">{children}</div>
);
