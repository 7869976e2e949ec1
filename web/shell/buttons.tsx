import type { ComponentProps } from "react";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { useOnline } from "../lib/connection.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { Avatar } from "../ui/avatar.tsx";
import { MoreIcon } from "../ui/icons.tsx";

/** The signed-in user's name and role, as the button that opens the user menu. */
export function UserButton({ user, ...rest }: ComponentProps<"button"> & { user: CurrentUser }) {
  const t = useT();
  const name = user.displayName || user.username;
  const presence = useOnline()
    ? ({ tone: "go", label: t("presence.online") } as const)
    : ({ tone: "idle", label: t("connection.offline") } as const);
  return (
    <button
      type="button"
      className="target flex items-center gap-[9px] rounded-m p-1.5 text-left hover:bg-rail"
      {...rest}
    >
      <span className="sr-only">{t("user.menu")}</span>
      <Avatar name={name} src={user.avatarUrl} presence={presence} />
      <span className="max-w-[180px] pr-1 leading-[1.25] max-xl:sr-only">
        <span className="block truncate text-md font-semibold">{name}</span>
        <span className="block truncate hint">{user.role ?? t("user.no_role")}</span>
      </span>
    </button>
  );
}

/** Opens the places that the bar on phones has no room for. */
export function MoreButton(props: ComponentProps<"button">) {
  const t = useT();
  return (
    <button type="button" {...props}>
      <MoreIcon size={21} />
      {t("nav.more")}
    </button>
  );
}
