import { SYSTEM_ROLES } from "../lib/permissions.schema.ts";
import type { Scene } from "./cases.ts";
import { nobody, organization, person, raw } from "./world.ts";

const scene = (values: Omit<Scene, "officer" | "isForeign">) => async (): Promise<Scene> => ({
  ...values,
  isForeign: false,
  officer: await person("officer"),
});

/** The callers with which every route is tested, by name: each makes the caller and an officer of organization 1. */
export const CALLERS: Record<string, () => Promise<Scene>> = {
  nobody: scene({ caller: nobody, role: null }),
  "a visitor who is no member": async () => scene({ caller: await person(null), role: null })(),
  ...Object.fromEntries(
    SYSTEM_ROLES.map((role) => [role, async () => scene({ caller: await person(role), role })()]),
  ),
  "an inactive administrator with an old session": async () => {
    const caller = await person("administrator");
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(caller.memberId).run();
    return scene({ caller, role: null })();
  },
  "another organization's administrator": async () => ({
    caller: await person("administrator", await organization()),
    role: "administrator",
    isForeign: true,
    officer: await person("officer"),
  }),
};
