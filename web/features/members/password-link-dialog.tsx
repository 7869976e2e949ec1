import { useState } from "react";
import type { PasswordLink } from "../../../worker/features/members/members.schema.ts";
import { useAction } from "../../lib/action.ts";
import { errorText } from "../../lib/api.ts";
import { useCopy } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { type KnownMember, makePasswordLink } from "./members.api.ts";

/** Makes a link with which a member chooses a password, and shows it once. */
export default function PasswordLinkDialog(props: { member: KnownMember; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { displayName: name } = props.member;
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [endNow, setEndNow] = useState(false);
  const { state, copy } = useCopy(link?.url ?? "");
  const [refusal, setRefusal] = useState<string | null>(null);
  const make = useAction(() => makePasswordLink(props.member, { endNow }), {
    done: (made) => {
      setLink(made);
      setRefusal(null);
      return null;
    },
    failed: (failure) => setRefusal(errorText(failure)),
  });
  const { pending } = make;
  const close = () => !pending && props.onClose();
  const error = state === "failed" ? t("members.link.copy_failed") : pending ? null : refusal;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("members.link.title", { name })}
      description={t(link ? "members.link.once" : "members.link.text", { name })}
      footer={
        <>
          <Button onClick={close}>{t(link ? "action.close" : "action.cancel")}</Button>
          {link ? (
            <Button variant="primary" icon={<CopyIcon />} onClick={() => void copy()}>
              {t(state === "copied" ? "members.link.copied" : "members.link.copy")}
            </Button>
          ) : (
            <Button variant="primary" pending={pending} onClick={() => void make.run()}>
              {t("members.link.make")}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite">
        {link ? (
          <TextField
            label={t("members.link.label")}
            hint={t("members.link.hint", { username: link.username, time: format.dateTime(link.expiresAt) })}
            readOnly
            value={link.url}
            inputClass="font-mono text-sm"
            onFocus={({ target }) => target.select()}
          />
        ) : (
          <>
            <p className="text-ink-2">{t("members.link.effect")}</p>
            <Checkbox
              label={t("members.link.end_now")}
              className="mt-3"
              checked={endNow}
              onChange={({ target }) => setEndNow(target.checked)}
            />
          </>
        )}
        {error ? (
          <p role="alert" className="mt-3 text-stop">
            {error}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
