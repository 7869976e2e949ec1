import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** After members. */
export const turn = 1;

/** Leaves: a past one each; one member in ten and all assignees of prospects are away now, one in three will be. */
export const fill = ({ assignee, at, numbers }: Filling): string[] => {
  const add = (from: number, to: number, users: string) =>
    `insert into leaves (organization_id, user_id, from_day, to_day, created_at, updated_at)
       select 1, user_id, date('now', '${from} days'), date('now', '${to} days'), '${at}', '${at}' from (${users})`;
  return [
    add(-30, -20, `select ${FIRST_USER} + value as user_id from ${numbers()}`),
    add(-3, 4, `select ${FIRST_USER} + value as user_id from ${numbers()} where value % 10 = 0`),
    add(10, 12, `select ${FIRST_USER} + value as user_id from ${numbers()} where value % 3 = 0`),
    add(-3, 4, `select user_id from members where id in (select ${assignee} from ${numbers(30)})`),
    `update members set leaves = (select from_day || '/' || to_day from leaves
       where user_id = members.user_id and to_day > '${at}' order by to_day limit 1)`,
  ];
};
