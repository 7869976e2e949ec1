import useSWR from "swr";
import type { AssignableMember } from "../../../worker/features/members/members.schema.ts";
import { createSourceInput } from "../../../worker/features/referrals/referrals.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { addressOf, createSource } from "./referrals.api.ts";

const KINDS = ["advertisement", "recruiter"] as const;

/** Makes the link of an advertisement, by its name, or of a recruiter. */
export default function NewSourceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const organizationId = useUser().user?.organizationId ?? 0;
  const { data: members = [] } = useSWR<AssignableMember[]>(`/api/members/${organizationId}/assignable`);
  return (
    <FormDialog
      title={t("sources.add")}
      schema={createSourceInput}
      defaults={{ kind: "advertisement" as (typeof KINDS)[number], name: "", userId: "", note: "" }}
      inputOf={({ kind, name, userId, note }) => ({
        ...{ kind, note },
        ...(kind === "recruiter" ? { userId: Number(userId) } : { name }),
      })}
      confirmLabel={t("sources.add")}
      failure={{ title: t("sources.failed") }}
      fieldOfCode={{ recruiter_unknown: "userId" }}
      onSubmit={async (input, _values, key) => {
        const { code, name } = await createSource(organizationId, input, key);
        const copy = (address: string) =>
          void copyText(address, { title: t("sources.copied") }, t("sources.copy_failed"));
        toast({
          title: t("sources.added"),
          description: name ?? "",
          ...(code && { action: { label: t("sources.copy"), run: () => copy(addressOf(code)) } }),
        });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div>
            <p className="mb-[5px] text-md text-ink-2">{t("sources.kind")}</p>
            <SegmentedRadio
              {...form.bind("kind")}
              label={t("sources.kind")}
              options={KINDS.map((value) => ({ value, label: t(`sources.kind.${value}`) }))}
            />
          </div>
          {form.values.kind === "recruiter" ? (
            <SelectField
              {...form.field("userId", t("sources.recruiter_choose"))}
              label={t("sources.member")}
              empty={t("sources.recruiter_choose")}
              options={members.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
              required
            />
          ) : (
            <TextField
              {...form.field("name", t("sources.name_error"))}
              label={t("sources.name")}
              hint={t("sources.name_hint")}
              maxLength={60}
              required
            />
          )}
          <TextField {...form.field("note")} label={t("sources.note")} maxLength={120} />
        </>
      )}
    </FormDialog>
  );
}
