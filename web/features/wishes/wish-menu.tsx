import { type ReactNode, useState } from "react";
import type { Wish } from "../../../worker/features/wishes/wishes.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { MoreIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../ui/menu.tsx";
import { HistoryItem } from "../audit/index.ts";
import { wishes } from "./wishes.api.ts";

const WishDialog = lazyDialog(() => import("./wish-dialog.tsx"));

/** The menu of what the reader may do with a wish besides voting; nothing where it would be empty. */
export function WishMenu(props: {
  wish: Wish;
  /** Label of a button beside the menu, which opens the reply; null for none. */
  button: "wishes.reply" | "wishes.do.decide" | null;
  onDeleted?: () => void;
}) {
  const { wish, button, onDeleted } = props;
  const t = useT();
  const [doing, setDoing] = useState<"decide" | "merge" | "vote" | "edit" | "delete" | null>(null);
  const plansEvents = useCan("events.write");
  const readsLog = useCan("audit.read");
  const postsContracts = useCan({ all: ["contracts.read", "contracts.write"] });
  const { id, title, can, mergedInto } = wish;
  const close = () => setDoing(null);
  const item = (name: NonNullable<typeof doing>, allowed: boolean): ReactNode =>
    allowed ? (
      <MenuItem danger={name === "delete"} onSelect={() => setDoing(name)}>
        {t(`wishes.do.${name}`)}
      </MenuItem>
    ) : null;
  if (!can.decide && !can.update && !can.delete && !readsLog) return null;
  return (
    <>
      {button && can.decide && !mergedInto ? (
        <Button size="s" className="relative -my-1 max-sm:hidden" onClick={() => setDoing("decide")}>
          {t(button)}
        </Button>
      ) : null}
      <Menu
        trigger={
          <IconButton
            label={t("wishes.actions", { title })}
            icon={<MoreIcon />}
            size="s"
            className="relative -my-1 -mr-1.5"
          />
        }
      >
        {item("decide", can.decide && !mergedInto)}
        {item("merge", can.decide && !mergedInto)}
        {item("vote", can.decide && can.vote)}
        {can.decide && plansEvents ? (
          <MenuLink to={`/organization?tab=events&form=new&wish=${id}`}>{t("wishes.do.event")}</MenuLink>
        ) : null}
        {can.decide && postsContracts ? (
          <MenuLink to={`/tools/contracts?new=1&wish=${id}`}>{t("wishes.do.contract")}</MenuLink>
        ) : null}
        <HistoryItem area="wishes" id={id} />
        {can.decide ? <MenuSeparator /> : null}
        {item("edit", can.update)}
        {item("delete", can.delete)}
      </Menu>
      {doing && doing !== "delete" ? <WishDialog what={doing} wish={wish} onClose={close} /> : null}
      <ConfirmDialog
        open={doing === "delete"}
        onOpenChange={close}
        title={t("wishes.delete_title", { title })}
        description={t("wishes.delete_text")}
        confirmLabel={t("wishes.do.delete")}
        danger
        onConfirm={async () => {
          await wishes.remove(wish);
          onDeleted?.();
        }}
        done={{ title: t("wishes.deleted") }}
      />
    </>
  );
}
