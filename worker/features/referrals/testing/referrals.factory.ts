import { at, insert, nextNumber } from "../../../testing/database.ts";

/** A source that officers made, or a member's link; answers its id. */
export const sourceWith = (values: Record<string, unknown> = {}): Promise<number> => {
  const number = nextNumber();
  return insert("sources", {
    ...{ organization_id: 1, kind: "advertisement", name: `Paper ${number}`, code: `code${number}` },
    ...{ created_at: at(), updated_at: at() },
    ...values,
  });
};

/** The link of a member. */
export const linkOf = ({ userId }: { userId: number }, values: Record<string, unknown> = {}) =>
  sourceWith({ kind: "member", user_id: userId, name: null, ...values });
