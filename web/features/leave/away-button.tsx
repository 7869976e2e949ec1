import { useState } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CalendarIcon } from "../../ui/icons.tsx";
import { LeaveDialog } from "./dialog.ts";

/** Opens the dialog in which the reader says that they are away; nothing for users who are not members. */
export default function AwayButton() {
  const t = useT();
  const { user } = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!user?.member) return null;
  return (
    <>
      <Button icon={<CalendarIcon />} onClick={() => setOpen(true)}>
        {t("leave.add")}
      </Button>
      {isOpen ? <LeaveDialog userId={user.id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
