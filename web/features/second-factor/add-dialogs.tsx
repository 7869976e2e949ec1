import { useState } from "react";
import { encode } from "uqr";
import {
  type AuthenticatorSecret,
  codeInput,
  passkeyNameInput,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { readDevice } from "../../../worker/features/sessions/user-agent.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { useCopy } from "../../lib/clipboard.ts";
import { download } from "../../lib/download.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { CopyIcon, DownloadIcon } from "../../ui/icons.tsx";
import { addPasskey, confirmAuthenticator } from "./second-factor.api.ts";

/** The open dialog: an app with its new secret, a new passkey, or new recovery codes. */
export type Opened = { secret: AuthenticatorSecret } | "passkey" | { codes: readonly string[] };

type Props = {
  opened: Opened;
  /** Called with the recovery codes to show next, null without any. */
  onDone: (codes: readonly string[] | null) => void;
};

export default function AddDialogs({ opened, onDone }: Props) {
  if (opened === "passkey") return <PasskeyDialog onDone={onDone} />;
  if ("secret" in opened) return <AuthenticatorDialog secret={opened.secret} onDone={onDone} />;
  return <CodesDialog codes={opened.codes} onClose={() => onDone(null)} />;
}

/** A QR code, black on white in either theme, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto w-full max-w-[200px] rounded-m bg-[#fff]"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
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
      {({ field }) => (
        <>
          <QrCode text={secret.uri} label={t("factor.qr")} />
          {/* A phone cannot scan its own screen. */}
          <a href={secret.uri} className={buttonClass({}, "w-full pointer-fine:hidden")}>
            {t("factor.app_open")}
          </a>
          <TextField
            label={t("factor.copy_key")}
            readOnly
            size="m"
            inputClass="font-mono text-sm"
            value={secret.secret.replace(/(.{4})(?=.)/g, "$1 ")}
            onFocus={({ target }) => target.select()}
          />
          <TextField
            id="factor-code"
            {...field("code", t("factor.code_wrong"))}
            label={t("factor.app_step_2")}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            inputClass="font-mono"
          />
        </>
      )}
    </FormDialog>
  );
}

/** The browser or the user has declined. */
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
      {({ field }) => (
        <TextField
          {...field("name", t("factor.passkey_name_wrong"))}
          label={t("factor.passkey_name")}
          hint={t("factor.passkey_name_hint")}
          required
          autoComplete="off"
          maxLength={60}
        />
      )}
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const { state, copy } = useCopy(text);
  return (
    <Dialog
      open
      // Escape or a click beside the dialog would lose the codes.
      onOpenChange={() => setIsAsking(true)}
      title={t("factor.codes_title")}
      description={t("factor.codes_text")}
      width={480}
      returnFocus="[data-after-codes]"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("factor.codes_done")}
        </Button>
      }
    >
      <div className="space-y-4">
        <ul
          aria-label={t("factor.codes_list")}
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-sm max-[400px]:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="s" icon={<CopyIcon />} onClick={() => void copy()}>
            {t(state === "copied" ? "factor.codes_copied" : "factor.codes_copy")}
          </Button>
          <Button
            size="s"
            icon={<DownloadIcon />}
            onClick={() => download("recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
          >
            {t("factor.codes_download")}
          </Button>
        </div>
        {state === "failed" ? (
          <p role="alert" className="text-stop">
            {t("factor.codes_copy_failed")}
          </p>
        ) : null}
      </div>
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
