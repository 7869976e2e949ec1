import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const ExportMenu = lazyDialog(
  () => import("./export-menu.tsx"),
  (language) => [import(`./imports.${language}.json`)],
);
