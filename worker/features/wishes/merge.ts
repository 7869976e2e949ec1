import { type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { commentsOf } from "./comments.ts";
import { detailsRecord, selectWishes, targetsOf, type WishRow, wishRecord } from "./wishes.rows.ts";
import * as schema from "./wishes.schema.ts";
import { groupOf, wishes, wishLinks } from "./wishes.table.ts";
import { wishErrors, wishNotices } from "./wishes.texts.ts";

const mergedInto = (id: number): SQL => sql`(select count(*) from ${wishes} where merged_into_id = ${id})`;

/**
 * Merges a wish into another one, its target: triggers count its votes there, and its comments and links are shown there. Its
 * author is notified.
 * @throws AppError not_found, stale_version, wish_is_merged, wish_has_merged, wish_merged_full, wish_comments_together
 */
export const mergeWish = (context: MemberContext, { id, into, version }: ById<schema.MergeInput>) =>
  wishRecord.edit(
    context,
    id,
    version,
    (row, [found]) => {
      const { actor } = context;
      const [target] = found as WishRow[];
      if (!target || into === id) throw errors.not_found();
      if (row.mergedIntoId !== null || target.mergedIntoId !== null) throw wishErrors.wish_is_merged();
      const { title, submittedBy } = row;
      const isWhole = sql`exists (select 1 from ${wishes} where id = ${into} and merged_into_id is null)`;
      const full = wishErrors.wish_merged_full({ title: target.title });
      const comments = sql`${commentsOf(id)} + ${commentsOf(into)}`;
      const crowded = wishErrors.wish_comments_together({ title: target.title, most: schema.MOST_COMMENTS });
      const isTold = submittedBy !== null && submittedBy !== actor.userId;
      const details = { wishId: into, title, by: actor.name, into: target.title };
      return {
        set: { mergedIntoId: into },
        audit: [{ action: "wish.merged", details: { into: target.title } }],
        notices: isTold ? [wishNotices.entry(submittedBy, "wish.merged", details)] : [],
        checkBefore: [
          guard(isWhole, wishErrors.wish_is_merged()),
          guard(sql`${mergedInto(id)} = 0`, wishErrors.wish_has_merged({ title })),
          guard(sql`${mergedInto(into)} < ${schema.MOST_MERGED}`, full),
          guard(sql`${comments} <= ${schema.MOST_COMMENTS}`, crowded),
        ],
      };
    },
    { more: [selectWishes(context, sql`${wishes.id} = ${into}`)] },
  );

/** Undoes a merge: both wishes have their own votes, comments and links again. @throws AppError not_found */
export const unmergeWish = (context: MemberContext, { id }: ById) =>
  wishRecord.edit(context, id, undefined, ({ mergedIntoId, mergedIntoTitle }) =>
    mergedIntoId === null
      ? null
      : {
          set: { mergedIntoId: null },
          audit: [{ action: "wish.unmerged", details: { into: mergedIntoTitle } }],
        },
  );

type Link = { wishId: number } & schema.LinkInput;

/** Links a wish to an event or a contract that it became and that the actor may see. @throws AppError not_found, wish_links_full */
export const linkWish = (context: MemberContext, { wishId, kind, id }: Link) =>
  detailsRecord.edit(context, wishId, undefined, ({ links, organizationId }) => {
    const { db, actor } = context;
    if (links.some((each) => each.kind === kind && each.id === id)) return null;
    const { target, isSeen } = targetsOf(actor, kind);
    const isThere = sql`exists (select 1 from ${target} where ${target.id} = ${id} and ${isSeen})`;
    const stored = sql`(select count(*) from ${wishLinks} where wish_id in (${groupOf(wishId)}))`;
    const full = wishErrors.wish_links_full({ most: schema.MOST_LINKS });
    const link = { wishId, kind, targetId: id, organizationId };
    return {
      writeAfter: [db.insert(wishLinks).values(link).onConflictDoNothing()],
      audit: [{ action: `wish.${kind}_linked` }],
      checkBefore: [guard(isThere, errors.not_found()), guard(sql`${stored} < ${schema.MOST_LINKS}`, full)],
    };
  });

/** Removes the link of a wish. @throws AppError not_found, also for an event or contract that the actor may not see */
export const unlinkWish = (context: MemberContext, { wishId, kind, id }: Link) =>
  detailsRecord.edit(context, wishId, undefined, ({ links }) => {
    if (!links.some((each) => each.kind === kind && each.id === id)) throw errors.not_found();
    const isLink = sql`wish_id in (${groupOf(wishId)}) and kind = ${kind} and target_id = ${id}`;
    return {
      writeAfter: [context.db.delete(wishLinks).where(isLink)],
      audit: [{ action: `wish.${kind}_unlinked` }],
    };
  });
