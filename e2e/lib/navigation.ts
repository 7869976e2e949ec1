import { expect, type Locator } from "@playwright/test";

/** Expects links to these areas, in this order but with others between them, and none to the `refused` ones. */
export async function expectAreas(
  navigation: Locator,
  offered: readonly string[],
  refused: readonly string[] = [],
): Promise<void> {
  await expect(navigation.getByRole("link")).toContainText([...offered]);
  for (const name of refused) await expect(navigation.getByRole("link", { name, exact: true })).toBeHidden();
}
