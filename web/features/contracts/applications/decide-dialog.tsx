import * as z from "zod/mini";
import {
  type Application,
  decideInput,
  MESSAGE_LENGTH,
} from "../../../../worker/features/contracts/applications/applications.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { applications } from "./applications.api.ts";

const schema = z.pick(decideInput, { message: true });

/** Accepts or declines an application, with a message to the applicant where there is one to give. */
export function DecideDialog(props: {
  application: Application;
  verb: "accept" | "decline";
  /** Other applications for the same contract that wait for an answer. */
  others: number;
  onClose: () => void;
}) {
  const t = useT();
  const { application, verb, others, onClose } = props;
  const isAccept = verb === "accept";
  const name = application.applicant.displayName;
  return (
    <FormDialog
      title={t(`applications.${verb}_ask`, { name })}
      description={t(isAccept ? "applications.accept_text" : "applications.decline_text", { name, others })}
      width={480}
      schema={schema}
      defaults={{ message: "" }}
      confirmLabel={t(`applications.${verb}`)}
      danger={!isAccept}
      failure={{ title: t(`applications.${verb}_failed`) }}
      onSubmit={async (body) => {
        await applications.edit(application, { call: `/${verb}`, body, patch: {} });
        toast({ title: t(`applications.${verb}_done`, { name }) });
      }}
      onClose={onClose}
    >
      {(form) => (
        <Field
          label={
            <>
              {t("applications.message")}
              <span className="hint"> · {t("applications.optional")}</span>
            </>
          }
          error={form.errorOf("message")}
        >
          <Textarea {...form.register("message")} rows={3} maxLength={MESSAGE_LENGTH} />
        </Field>
      )}
    </FormDialog>
  );
}
