import { at, insert, raw } from "../../../testing/database.ts";
import { ship } from "../../ships/testing/ships.factory.ts";

/** Gives a user a hangar with a number of each ship, added to the catalogue; returns the ships' ids. */
export async function hangar(
  userId: number,
  quantities: readonly number[],
  { isHidden = false, organizationId = 1 } = {},
): Promise<number[]> {
  await raw.DB.prepare("insert into hangars (user_id, organization_id, is_hidden) values (?, ?, ?)")
    .bind(userId, organizationId, Number(isHidden))
    .run();
  const ids: number[] = [];
  for (const quantity of quantities) {
    const shipId = await ship({ organization_id: organizationId });
    ids.push(shipId);
    await insert("hangar_ships", {
      organization_id: organizationId,
      user_id: userId,
      ship_id: shipId,
      quantity,
      nickname: "Known to its owner alone",
      created_at: at(),
      updated_at: at(),
    });
  }
  return ids;
}
