import { useRef } from "react";
import type { ProspectApplication } from "../../../../worker/features/joining/joining.schema.ts";
import { useDialogKey } from "../../../lib/dialog-keys.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ArrowRightIcon } from "../../../ui/icons.tsx";

const KEY = "j";

/** Opens the applicant who waits longest after the shown one, by its key, too. */
export default function NextApplicant(props: {
  next: NonNullable<ProspectApplication["next"]>;
  onOpen: (prospectId: number) => void;
}) {
  const t = useT();
  const isPhone = useMedia(PHONE);
  const { next, onOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  useDialogKey(KEY, button);
  const press = {
    ref: button,
    onClick: () => onOpen(next.id),
    "aria-keyshortcuts": KEY.toUpperCase(),
  };
  const tip = t("review.next_is", { name: next.name });
  if (isPhone) return <IconButton {...press} label={tip} icon={<ArrowRightIcon />} />;
  return (
    <Button {...press} tip={tip}>
      {t("review.next")}
      <span className="kbd" aria-hidden="true">
        {KEY.toUpperCase()}
      </span>
    </Button>
  );
}
