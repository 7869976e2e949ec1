import { useState } from "react";
import {
  type AuthenticatorSecret,
  codeInput,
  passkeyNameInput,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { readDevice } from "../../../worker/features/sessions/user-agent.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { addPasskey, confirmAuthenticator } from "./second-factor.api.ts";

/** What is opened beside the panel: an app by its new secret, a passkey that is added, or recovery codes that were just made. */
export type Opened = { secret: AuthenticatorSecret } | "passkey" | { codes: readonly string[] };

type Props = {
  opened: Opened;
  /** Called with the recovery codes that are to be shown next, null for none. */
  onDone: (codes: readonly string[] | null) => void;
};

/** The dialogs of the account's second factors. */
export default function AddDialogs({ opened, onDone }: Props) {
  if (opened === "passkey") return <PasskeyDialog onDone={onDone} />;
  if ("secret" in opened) return <AuthenticatorDialog secret={opened.secret} onDone={onDone} />;
  return <CodesDialog codes={opened.codes} onClose={() => onDone(null)} />;
}

function AuthenticatorDialog({ secret, onDone }: { secret: AuthenticatorSecret } & Pick<Props, "onDone">) {
  const t = useT();
  return (
    <FormDialog
      title={t("factor.app_title")}
      description={t("factor.app_step_1")}
      width={440}
      schema={codeInput}
      defaults={{ code: "" }}
      initialFocus="factor-code"
      confirmLabel={t("factor.app_confirm")}
      failure={{ title: t("factor.app_failed") }}
      fieldOfCode={{ wrong_code: "code" }}
      onSubmit={async (_, { code }) => {
        const codes = await confirmAuthenticator(code);
        toast({ title: t("factor.app_added") });
        onDone(codes);
        return false;
      }}
      onClose={() => onDone(null)}
    >
      {({ register, errorOf }) => (
        <>
          <QrCode text={secret.uri} label={t("factor.qr")} />
          {/* A phone cannot scan its own screen. */}
          <a href={secret.uri} className={buttonClass({}, "w-full pointer-fine:hidden")}>
            {t("factor.app_open")}
          </a>
          <Field label={t("factor.copy_key")}>
            <Input
              readOnly
              size="m"
              className="font-mono text-sm"
              value={secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}
              onFocus={({ target }) => target.select()}
            />
          </Field>
          <Field
            id="factor-code"
            label={t("factor.app_step_2")}
            error={errorOf("code", t("factor.code_wrong"))}
            required
          >
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="font-mono"
              {...register("code")}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/** A browser that declines, or a user who does. */
class Declined extends ApiError {
  constructor(detail: string) {
    super({ status: 0, code: "passkey_stopped", detail, errors: {}, current: null, debug: null });
  }
}

function PasskeyDialog({ onDone }: Pick<Props, "onDone">) {
  const t = useT();
  const { browser, system } = readDevice(navigator.userAgent);
  return (
    <FormDialog
      title={t("factor.passkey_title")}
      description={t("factor.passkey_text")}
      width={440}
      schema={passkeyNameInput}
      defaults={{ name: browser && system ? t("factor.passkey_default", { browser, system }) : "" }}
      confirmLabel={t("factor.add")}
      failure={{ title: t("factor.passkey_failed") }}
      onSubmit={async (_, { name }) => {
        try {
          const codes = await addPasskey(name.trim());
          toast({ title: t("factor.passkey_added") });
          onDone(codes);
        } catch (error) {
          throw error instanceof DOMException ? new Declined(t("proof.passkey_stopped")) : error;
        }
        return false;
      }}
      onClose={() => onDone(null)}
    >
      {({ register, errorOf }) => (
        <Field
          label={t("factor.passkey_name")}
          hint={t("factor.passkey_name_hint")}
          error={errorOf("name", t("factor.passkey_name_wrong"))}
          required
        >
          <Input autoComplete="off" maxLength={60} {...register("name")} />
        </Field>
      )}
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      open
      // Escape or a click beside it would lose them for good.
      onOpenChange={() => setIsAsking(true)}
      title={t("factor.codes_title")}
      description={t("factor.codes_text")}
      width={480}
      returnFocus="[data-codes]"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("factor.codes_done")}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("factor.codes_close_title")}
        description={t("factor.codes_close_text")}
        confirmLabel={t("factor.codes_done")}
        cancelLabel={t("factor.codes_show")}
        onConfirm={onClose}
      />
    </Dialog>
  );
}
