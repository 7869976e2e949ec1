import { useState } from "react";
import type { PasswordLink } from "../../../worker/features/members/members.schema.ts";
import { errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { type KnownMember, makePasswordLink } from "./members.api.ts";

/** Makes the link with which a member chooses a password, and shows it this once. */
export default function PasswordLinkDialog(props: { member: KnownMember; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { displayName: name } = props.member;
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [endNow, setEndNow] = useState(false);

  const make = async () => {
    setPending(true);
    setError(null);
    try {
      setLink(await makePasswordLink(props.member, { endNow }));
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setPending(false);
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link?.url ?? "");
      setIsCopied(true);
      setError(null);
    } catch {
      setError(t("members.link.copy_failed"));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => !pending && props.onClose()}
      title={t("members.link.title", { name })}
      description={t(link ? "members.link.once" : "members.link.text", { name })}
      footer={
        link ? (
          <>
            <Button onClick={props.onClose}>{t("action.close")}</Button>
            <Button variant="primary" icon={<CopyIcon />} onClick={() => void copy()}>
              {t(isCopied ? "members.link.copied" : "members.link.copy")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => !pending && props.onClose()}>{t("action.cancel")}</Button>
            <Button variant="primary" pending={pending} onClick={() => void make()}>
              {t("members.link.make")}
            </Button>
          </>
        )
      }
    >
      <div aria-live="polite">
        {link ? (
          <Field
            label={t("members.link.label")}
            hint={t("members.link.hint", { username: link.username, time: format.dateTime(link.expiresAt) })}
          >
            <Input
              readOnly
              value={link.url}
              className="font-mono text-sm"
              onFocus={({ target }) => target.select()}
            />
          </Field>
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
