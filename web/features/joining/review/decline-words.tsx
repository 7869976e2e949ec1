import type { ComponentProps } from "react";
import { MESSAGE_LENGTH } from "../../../../worker/features/joining/joining.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { TextArea } from "../../../ui/field.tsx";
import TemplateMenu from "./template-menu.tsx";

/** Asks for what an applicant reads who is declined; empty for nothing. Without a name it is for several, and offers no answers. */
export default function DeclineWords(
  props: Omit<ComponentProps<typeof TemplateMenu>, "name"> & {
    name: string | null;
    field: Omit<ComponentProps<typeof TextArea>, "label">;
  },
) {
  const t = useT();
  const { field, name, ...menu } = props;
  return (
    <div className="grid justify-items-start gap-2">
      <TextArea
        {...field}
        className="w-full"
        label={t("review.words")}
        hint={t("review.words_hint")}
        rows={3}
        maxLength={MESSAGE_LENGTH}
      />
      {name === null ? null : <TemplateMenu {...menu} name={name} />}
    </div>
  );
}
