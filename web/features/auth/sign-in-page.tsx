import { Suspense, useEffect, useId, useRef, useState } from "react";
import useSWR from "swr";
import type { SignInError } from "../../../worker/features/auth/auth.schema.ts";
import type { PublicSetting } from "../../../worker/features/settings/settings.schema.ts";
import { errorText } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import type { Tone } from "../../lib/format.ts";
import { showLanguage, useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { SIGN_IN_PATH } from "../../lib/paths.ts";
import type { SecondStep } from "../../lib/session.tsx";
import { keepWanted } from "../../lib/wanted.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Brand } from "../../ui/brand.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { ChevronDownIcon, DiscordIcon } from "../../ui/icons.tsx";
import { useDocumentTitle } from "../../ui/page.tsx";
import { part } from "../../ui/part.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { secondStep } from "../second-factor/index.ts";
import { readLinkToken } from "./link-token.ts";
import { PasswordForm } from "./password-form.tsx";
import { Sky } from "./sky.tsx";

// Most visitors come without a link.
const newPassword = part(() => import("./new-password-form.tsx"));

/** What the Discord sign-in can come back with, each in its colour. */
const TONES: Record<SignInError, Tone> = {
  discord_auth_failed: "stop",
  not_synced: "wait",
  auth_error: "stop",
  session_error: "stop",
};

const OFFERS = ["recruitment", "members", "deadlines", "discord", "bots"] as const;

function Banner({ code }: { code: string }) {
  const t = useT();
  const known = Object.hasOwn(TONES, code) ? (code as SignInError) : "discord_auth_failed";
  return (
    <p
      role="alert"
      className={cx(
        "flex gap-2.5 rounded-l border border-current/40 bg-current/8 px-[13px] py-[11px]",
        TONE_TEXT[TONES[known]],
      )}
    >
      <span className="dot mt-[7px]" aria-hidden="true" />
      <span className="text-ink">{t(`auth.error.${known}`)}</span>
    </p>
  );
}

const TABS = ["login", "register"] as const;

function Password({ onStep }: { onStep: (step: SecondStep) => void }) {
  const t = useT();
  const id = useId();
  const [chosen, setTab] = useState<(typeof TABS)[number]>("login");
  const { data: settings } = useSWR<PublicSetting[]>("/api/organization/1/public-settings");
  // Without an answer, accounts can be made: the server has the last word anyway.
  const registration =
    settings?.find(({ settingKey }) => settingKey === "allow_registration")?.settingValue ?? true;
  const tab = registration ? chosen : "login";
  return (
    <details open className="group space-y-[18px]">
      <summary className="flex cursor-pointer list-none items-center gap-3 rounded-s before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <span className="flex min-h-6 items-center gap-1.5 hint hover:text-ink-2">
          {t("auth.or_password")}
          <ChevronDownIcon size={13} className="transition-transform group-open:rotate-180" />
        </span>
      </summary>
      {registration ? (
        <SegmentedTabs
          id={id}
          fill
          label={t("auth.tabs")}
          value={tab}
          onChange={setTab}
          options={TABS.map((value) => ({ value, label: t(`auth.tab.${value}`) }))}
        />
      ) : null}
      <div {...(registration ? tabPanel(id, tab) : {})}>
        <PasswordForm key={tab} isNew={tab === "register"} onStep={onStep} />
      </div>
    </details>
  );
}

/** The ways to sign in. */
function Ways(props: { onStep: (step: SecondStep) => void }) {
  const t = useT();
  return (
    <>
      <a
        href="/api/auth/discord"
        className={buttonClass({ variant: "primary", size: "l" }, "w-full")}
        onClick={() => keepWanted(location.pathname + location.search + location.hash)}
      >
        <DiscordIcon />
        {t("auth.discord")}
      </a>
      <Password onStep={props.onStep} />
    </>
  );
}

function Languages() {
  const t = useT();
  const language = useLanguage();
  return (
    <fieldset className="flex justify-center hint">
      <legend className="sr-only">{t("language.label")}</legend>
      {(["en", "da"] as const).map((value, index) => (
        <span key={value}>
          {index > 0 ? <span aria-hidden="true">·</span> : null}
          <button
            type="button"
            lang={value}
            aria-pressed={value === language}
            className="min-h-6 rounded-s px-1.5 text-ice hover:underline aria-pressed:text-ink-3 aria-pressed:no-underline"
            onClick={() => void showLanguage(value)}
          >
            {value === "en" ? "English" : "Dansk"}
          </button>
        </span>
      ))}
    </fieldset>
  );
}

/**
 * Signing in: with Discord, as members do, with a password, or by a link to choose one. It stands outside the router, so that it loads
 * without one, and at the address that the user wanted to open.
 */
export default function SignInPage() {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const [error] = useState(() => new URLSearchParams(location.search).get("error"));
  const [link] = useState(readLinkToken);
  const [step, setStep] = useState<SecondStep | null>(null);
  /** Why a sign-in has to begin anew. */
  const [ended, setEnded] = useState<string | null>(null);
  // A link has been used when a step follows it.
  const [isUsed, setIsUsed] = useState(false);
  const token = isUsed ? null : link;
  const title = t(step ? "auth.step.title" : token ? "auth.link.title" : "auth.title");
  const begin = (next: SecondStep) => {
    setEnded(null);
    setIsUsed(true);
    setStep(next);
  };
  useDocumentTitle(title);
  useEffect(() => {
    if (location.pathname === "/") history.replaceState(null, "", SIGN_IN_PATH);
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="grid min-h-dvh md:grid-cols-[minmax(0,1.15fr)_minmax(380px,1fr)] max-md:grid-rows-[auto_1fr]">
      <Sky>
        <Brand />
        <div className="mt-auto">
          <p className="max-w-[15em] font-display text-[38px] leading-[1.15] font-semibold text-balance max-lg:text-[28px] max-md:mt-12 max-md:text-xl">
            {t("auth.slogan")}
          </p>
          <ul className="mt-[22px] flex flex-wrap gap-x-7 gap-y-1 text-ink-2 max-md:hidden">
            {OFFERS.map((offer) => (
              <li key={offer}>{t(`auth.offer.${offer}`)}</li>
            ))}
          </ul>
        </div>
      </Sky>
      <main className="grid place-items-center px-6 py-8 max-md:items-start max-md:px-5 max-md:py-[26px]">
        <div className="w-full max-w-[372px] space-y-[18px]">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-[22px]">
              {title}
            </h1>
            <p className="mt-1 text-ink-2">
              {t(step ? "auth.step.intro" : token ? "auth.link.intro" : "auth.intro")}
            </p>
          </div>
          {error === null || step ? null : <Banner code={error} />}
          {ended === null ? null : (
            <p role="alert" className="text-stop">
              {ended}
            </p>
          )}
          {step ? (
            <Suspense>
              <secondStep.View
                step={step}
                onBack={(reason) => {
                  setStep(null);
                  setEnded(reason && errorText(reason));
                }}
              />
            </Suspense>
          ) : token ? (
            <Suspense>
              <newPassword.View token={token} onStep={begin} />
            </Suspense>
          ) : (
            <Ways onStep={begin} />
          )}
          <Languages />
        </div>
      </main>
    </div>
  );
}
