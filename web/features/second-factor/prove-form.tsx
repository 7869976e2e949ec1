import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type {
  Assertion,
  AssertionOptions,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { answerWithPasskey, knowsPasskeys } from "./web-authn.ts";

type Way = "password" | "passkey" | "authenticator" | "recovery_code";

type ProofInput = { password?: string; code?: string; recoveryCode?: string; passkey?: Assertion };

const FIELDS = { password: "password", authenticator: "code", recovery_code: "recoveryCode" } as const;
const INPUTS = {
  password: { type: "password", autoComplete: "current-password", maxLength: 256 },
  authenticator: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 12 },
  recovery_code: { autoComplete: "off", maxLength: 40 },
} as const;

/** Asks for a proof of the user's identity in one of several ways, the first one at first. */
export function ProveForm(props: {
  ways: readonly Way[];
  username?: string;
  submitLabel: string;
  askPasskey: () => Promise<AssertionOptions | null>;
  send: (proof: ProofInput) => Promise<unknown>;
  children?: ReactNode;
}) {
  const t = useT();
  const { ways, send } = props;
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setWay] = useState<Way>();
  const [error, setError] = useState<string | null>(null);
  const way = chosen ?? ways[0] ?? "password";

  useEffect(() => {
    const first = way === "passkey" ? "button[type=submit]" : "input:not([hidden])";
    form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [way]);
  const prove = async (typed: string) => {
    if (way !== "passkey") return send({ [FIELDS[way]]: typed });
    const options = await props.askPasskey();
    const passkey = options && (await answerWithPasskey(options).catch(() => null));
    if (passkey) return send({ passkey });
    setError(t("proof.passkey_stopped"));
  };
  /** For a malformed code, whose field the server names, the error describes the form of a code. */
  const textOf = (failure: unknown) =>
    (way === "authenticator" || way === "recovery_code") &&
    failure instanceof ApiError &&
    FIELDS[way] in failure.errors
      ? t(`proof.shape.${way}`)
      : errorText(failure);
  const proving = useAction((typed: string, _again: () => void) => prove(typed), {
    failed: (failure, _typed, again) => {
      setError(textOf(failure));
      again();
    },
  });
  const { pending } = proving;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem("proof");
    const typed = field instanceof HTMLInputElement ? field.value : "";
    const again = () => field instanceof HTMLInputElement && field.select();
    if (way !== "passkey" && typed.trim() === "") {
      setError(t("proof.empty"));
      return again();
    }
    setError(null);
    void proving.run(typed, again);
  };
  const reason = way === "passkey" && !knowsPasskeys() ? t("factor.no_support") : null;
  return (
    <div className="space-y-3">
      <form ref={form} noValidate className="space-y-3" aria-label={t("proof.title")} onSubmit={submit}>
        {way === "password" && props.username ? (
          <input type="text" name="username" autoComplete="username" value={props.username} readOnly hidden />
        ) : null}
        {way === "passkey" ? (
          error && (
            <p role="alert" className="text-stop">
              {error}
            </p>
          )
        ) : (
          <TextField
            key={way}
            label={t(`proof.field.${way}`)}
            error={error}
            required
            name="proof"
            type="text"
            autoCapitalize="none"
            spellCheck={false}
            inputClass={way === "password" ? undefined : "font-mono"}
            {...INPUTS[way]}
          />
        )}
        <Button type="submit" variant="primary" pending={pending} reason={reason} className="h-[38px] w-full">
          {way === "passkey" ? t("proof.way.passkey") : props.submitLabel}
        </Button>
      </form>
      {ways
        .filter((each) => each !== way)
        .map((each) => (
          <Button
            key={each}
            className="h-[38px] w-full"
            onClick={() => {
              if (pending) return;
              setError(null);
              setWay(each);
            }}
          >
            {t(`proof.way.${each}`)}
          </Button>
        ))}
      {props.children}
    </div>
  );
}
