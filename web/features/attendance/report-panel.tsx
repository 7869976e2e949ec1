import { useState } from "react";
import {
  type Attendance,
  REPORT_LENGTH,
  type Report,
  reportInput,
  WENT_WELL_LENGTH,
} from "../../../worker/features/attendance/attendance.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import { useEditDialog } from "../../ui/edit-dialog.ts";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { reports } from "./attendance.api.ts";

function ReportDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useT();
  const name = t("attendance.report_of", { title: report.title });
  const { base, send, dialog } = useEditDialog(reports, report, {
    failed: t("attendance.report_failed"),
    onSaved: () => toast({ title: t("attendance.report_saved") }),
    onClose,
    conflict: (conflict) => (
      <ConflictPanel<Report, "text" | "wentWell">
        {...conflict}
        name={name}
        labels={{ text: t("attendance.report_text"), wentWell: t("attendance.report_well") }}
        textOf={(_, value) => value}
      />
    ),
  });
  const { text, wentWell } = base;
  return (
    <FormDialog
      {...dialog}
      title={name}
      description={t("attendance.report_private")}
      width={680}
      confirmLabel={t("attendance.report_save")}
      schema={reportInput}
      defaults={{ text, wentWell }}
      inputOf={(values) => ({ text: values.text, wentWell: values.wentWell })}
      onSubmit={(_, values) => {
        const body = { text: values.text.trim(), wentWell: values.wentWell.trim() };
        return send({ call: "/report", method: "PUT", body, patch: body });
      }}
    >
      {({ field }) => (
        <>
          <TextArea
            label={t("attendance.report_text")}
            rows={9}
            maxLength={REPORT_LENGTH}
            {...field("text")}
          />
          <TextArea
            label={t("attendance.report_well")}
            rows={4}
            maxLength={WENT_WELL_LENGTH}
            {...field("wentWell")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The report of an event for the people who were there; its organizers write it. */
export function ReportPanel({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const format = useFormat();
  const answer = reports.useOne(attendance.id);
  const [isOpen, setIsOpen] = useState(false);
  const report = answer.data;
  return (
    <Panel
      title={t("attendance.report")}
      actions={
        report?.can.write ? (
          <Button size="s" onClick={() => setIsOpen(true)}>
            {t(report.version > 0 ? "attendance.report_edit" : "attendance.report_write")}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-3 px-[18px] py-4">
        <AnswerView answer={answer} loading={<SkeletonLines lines={3} />}>
          {({ version, text, wentWell, writtenBy, updatedAt }) =>
            version === 0 || !(text || wentWell) ? (
              <p className="text-ink-2">{t("attendance.report_none")}</p>
            ) : (
              <>
                {text ? <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p> : null}
                {wentWell ? (
                  <div>
                    <h3 className="text-md font-semibold">{t("attendance.report_well")}</h3>
                    <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{wentWell}</p>
                  </div>
                ) : null}
                <p className="hint">
                  {t("attendance.report_by", { name: writtenBy ?? "", when: format.dayWithin(updatedAt) })}
                </p>
              </>
            )
          }
        </AnswerView>
      </div>
      {isOpen && report ? <ReportDialog report={report} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  );
}
