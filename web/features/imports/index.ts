import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { importsTexts } from "./texts.ts";

export const ExportMenu = lazyDialog(() => import("./export-menu.tsx"), [importsTexts]);
