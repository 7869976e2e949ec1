import { useState } from "react";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { fileSize } from "../backup.api.ts";
import { ofStored, rehearse, useStored } from "./restore.api.ts";

/** The backups that the schedule has stored, to rehearse one of them; nothing where there is none. */
export function StoredBackups() {
  const t = useT();
  const format = useFormat();
  const { data, error, mutate } = useStored();
  const [name, setName] = useState<string | null>(null);
  if (error && !data)
    return <ErrorState title={t("restore.stored_failed")} error={error} onRetry={() => void mutate()} />;
  const chosen = data?.find((each) => each.name === name) ?? data?.[0];
  if (!data || !chosen) return null;
  return (
    <form
      className="flex flex-wrap items-end justify-center gap-2.5 border-t border-line pad py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void rehearse(ofStored(chosen));
      }}
    >
      <SelectField
        label={t("restore.stored")}
        className="min-w-0 max-md:w-full"
        value={chosen.name}
        options={data.map(({ name: value, createdAt, bytes }) => ({
          value,
          label: `${format.day(createdAt)}, ${fileSize(bytes)}`,
        }))}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" className="max-md:w-full">
        {t("restore.stored_rehearse")}
      </Button>
    </form>
  );
}
