import type { Notice } from "../../../worker/features/notices/notices.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { ChevronRightIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";
import { PageIcon } from "./page-icon.tsx";

const LINE = "flex items-start gap-3 px-[18px] py-2.5";

export const keyOf = ({ id, kind }: Notice) => `${id} ${kind}`;

/** A notice as a list item. @param onOpen called when its page is opened */
export function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { text, opens, createdAt, dueAt, isRead } = notice;
  const due = dueAt === null ? null : format.deadline(dueAt, now);
  const words = (
    <span className="min-w-0 flex-1">
      <span className="block leading-[1.45] [overflow-wrap:anywhere]">{text}</span>
      <span className="text-md text-ink-2">
        {due ? (
          <>
            {due.text}
            {" · "}
            <Time at={dueAt ?? ""}>{format.moment(dueAt)}</Time>
            {" · "}
          </>
        ) : null}
        <Time at={createdAt}>{format.ago(createdAt, now)}</Time>
      </span>
    </span>
  );
  const content = (
    <>
      <span aria-hidden="true" className="mt-1 flex-none text-ink-3">
        <PageIcon opens={opens} />
      </span>
      {words}
      {isRead ? null : (
        <span className="mt-1.5 size-2 flex-none rounded-full bg-ink">
          <span className="sr-only">{t("notices.unread")}</span>
        </span>
      )}
      {opens === null ? null : <ChevronRightIcon size={15} className="mt-0.5 flex-none text-ink-3" />}
    </>
  );
  return (
    <li className="border-t border-line">
      {opens === null ? (
        <div className={LINE}>{content}</div>
      ) : (
        <Link to={opens} className={`${LINE} -outline-offset-2 hover:bg-rail`} onClick={onOpen}>
          {content}
        </Link>
      )}
    </li>
  );
}
