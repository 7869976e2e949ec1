import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type {
  Assertion,
  AssertionOptions,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { answerWithPasskey, knowsPasskeys } from "./web-authn.ts";

/** A way to prove who one is. */
export type Way = "password" | "passkey" | "authenticator" | "recovery_code";

/** A proof, in the field of the API that takes it. */
export type ProofInput = { password?: string; code?: string; recoveryCode?: string; passkey?: Assertion };

const FIELDS = { password: "password", authenticator: "code", recovery_code: "recoveryCode" } as const;
const AUTO_COMPLETE = {
  password: "current-password",
  authenticator: "one-time-code",
  recovery_code: "off",
} as const;

/** Takes a proof of who the user is in one of several ways, the first of which is offered first. */
export function ProveForm(props: {
  ways: readonly Way[];
  /** For password managers. */
  username?: string;
  submitLabel: string;
  askPasskey: () => Promise<AssertionOptions | null>;
  /** Sends the proof; what it throws is shown. */
  send: (proof: ProofInput) => Promise<unknown>;
  /** Below the ways. */
  children?: ReactNode;
}) {
  const t = useT();
  const { ways, send } = props;
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setWay] = useState<Way>();
  const [pending, setPending] = useState(false);
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
  /** The server names the field of a code that can be none: what a code looks like says more. */
  const textOf = (failure: unknown) =>
    (way === "authenticator" || way === "recovery_code") &&
    failure instanceof ApiError &&
    FIELDS[way] in failure.errors
      ? t(`proof.shape.${way}`)
      : errorText(failure);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
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
    setPending(true);
    setError(null);
    try {
      await prove(typed);
    } catch (failure) {
      setError(textOf(failure));
      again();
    } finally {
      setPending(false);
    }
  };
  const reason = way === "passkey" && !knowsPasskeys() ? t("factor.no_support") : null;
  return (
    <div className="space-y-3">
      <form
        ref={form}
        noValidate
        className="space-y-3"
        aria-label={t("proof.title")}
        onSubmit={(event) => void submit(event)}
      >
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
          <Field key={way} label={t(`proof.field.${way}`)} error={error} required>
            <Input
              name="proof"
              type={way === "password" ? "password" : "text"}
              inputMode={way === "authenticator" ? "numeric" : undefined}
              autoComplete={AUTO_COMPLETE[way]}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={way === "password" ? 256 : way === "authenticator" ? 12 : 40}
              className={way === "password" ? undefined : "font-mono"}
            />
          </Field>
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
