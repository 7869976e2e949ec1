import { type Role, SYSTEM_DESCRIPTIONS } from "../../../worker/features/roles/roles.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";

/** The description of a role; of an unedited system role in the reader's language. */
export function aboutOf(t: Translate, { key, description = null }: Pick<Role, "key" | "description">) {
  const system = Object.entries(SYSTEM_DESCRIPTIONS).find(([each]) => each === key);
  return system?.[1] === description
    ? t(`roles.about.${system[0] as keyof typeof SYSTEM_DESCRIPTIONS}`)
    : description;
}

const MOST_NAMES = 3;

/** Names for a sentence: all of them, or the first ones and the number of others. */
export function listNames(t: Translate, names: readonly string[]): string {
  const isAll = names.length <= MOST_NAMES;
  const shown = names.slice(0, isAll ? MOST_NAMES : MOST_NAMES - 1).join(", ");
  return isAll ? shown : t("roles.and_more", { names: shown, count: names.length - MOST_NAMES + 1 });
}

/** Names of permissions by their ids; the id itself for an unknown one. */
export const namesOf = (permissions: readonly { id: string; name: string }[], ids: readonly string[]) => {
  const names = new Map(permissions.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? id);
};

/** Whether one of the texts contains the search text, in any case. */
export const matches = (search: string, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text?.toLocaleLowerCase().includes(search.toLocaleLowerCase()));
