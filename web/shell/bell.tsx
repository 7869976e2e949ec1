import { Suspense, useRef, useState } from "react";
import useSWR from "swr";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { noticesPanel } from "../features/notices/index.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { usePolling } from "../lib/live.ts";
import { fetchUser, USER_KEY } from "../lib/session.tsx";
import { BellIcon } from "../ui/icons.tsx";

/** Milliseconds between two requests for the number while there is no live connection. */
const POLL_MS = 60_000;

/** The number of notices that need the user, and the button that opens them. */
export function Bell({ user }: { user: CurrentUser }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The number and the pause come with the user, who is asked for again when either changes.
  useSWR<CurrentUser | null>(USER_KEY, fetchUser, usePolling(["notices", "pauses"], POLL_MS));
  const { notices: count } = user;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn quiet icon relative"
        aria-label={t("nav.notices", { count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon size={18} />
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="figure absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-xs leading-[18px] font-semibold text-void"
          >
            {count}
          </span>
        ) : null}
      </button>
      {isOpen ? (
        <Suspense>
          <noticesPanel.View opener={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
