import { filledTemplate } from "../../../../worker/features/joining/joining.schema.ts";
import type { Language } from "../../../../worker/lib/wire.schema.ts";
import { useCan } from "../../../lib/gate.tsx";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { ChevronDownIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem, MenuLink } from "../../../ui/menu.tsx";
import { useTemplates } from "./review.api.ts";

/** Offers the answers to send with the applicant's name in them, in the applicant's language where it is known. */
export default function TemplateMenu(props: {
  name: string;
  language: Language | null;
  onPick: (text: string) => void;
}) {
  const t = useT();
  const own = useLanguage();
  const { name, language, onPick } = props;
  const mayEdit = useCan("admin.system");
  const { data: templates = [] } = useTemplates();
  if (templates.length === 0 && !mayEdit) return null;
  return (
    <Menu
      trigger={
        <Button size="s">
          {t("review.templates")}
          <ChevronDownIcon />
        </Button>
      }
    >
      {templates.map((template) => (
        <MenuItem
          key={template.id}
          onSelect={() => onPick(filledTemplate(template, { name, language: language ?? own }))}
        >
          {template.name}
        </MenuItem>
      ))}
      {mayEdit ? (
        <MenuLink to="/admin?tab=recruiting&view=answers">{t("review.edit_templates")}</MenuLink>
      ) : null}
    </Menu>
  );
}
