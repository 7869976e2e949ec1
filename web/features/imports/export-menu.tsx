import { EXPORT_FORMATS, type ExportFormat } from "../../../worker/features/imports/imports.schema.ts";
import { act } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { saveExport } from "./imports.api.ts";

export default function ExportMenu() {
  const t = useT();
  const { user } = useUser();
  if (!user) return null;
  const save = (format: ExportFormat) =>
    void act(() => saveExport(user.id, format), { failed: t("imports.export_failed") });
  return (
    <Menu
      trigger={
        <Button icon={<DownloadIcon />}>
          <span className="max-md:sr-only">{t("imports.export")}</span>
        </Button>
      }
    >
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => save(format)}>
          {t(`imports.export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
