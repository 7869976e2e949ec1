import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { useHasForm, useWishes } from "./address.ts";

/** Opens the form where it is not beside the list. */
export default function WishesActions() {
  const t = useT();
  const { address, change } = useWishes();
  if (useHasForm(address.sort)) return null;
  return (
    <Button variant="primary" icon={<PlusIcon />} data-new-wish="" onClick={() => change({ new: true })}>
      {t("wishes.new")}
    </Button>
  );
}
