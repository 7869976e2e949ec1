import { EXPORT_FORMATS } from "../../../../worker/features/hangar/import/import.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { saveExport } from "./import.api.ts";

/** The user's hangar as a file, in one of the formats that other sites read. */
export default function ExportMenu() {
  const t = useT();
  const { user } = useUser();
  const button = <Button icon={<DownloadIcon />}>{t("imports.export")}</Button>;
  if (!user) return null;
  return (
    <Menu trigger={button}>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem
          key={format}
          onSelect={() =>
            saveExport(user.id, format).catch((error) =>
              tellFailure(error, { title: t("imports.export_failed") }),
            )
          }
        >
          {t(`imports.export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
