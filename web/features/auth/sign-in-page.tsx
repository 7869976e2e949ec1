import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import type { SignInError } from "../../../worker/features/auth/auth.schema.ts";
import type { Profile } from "../../../worker/features/organization/organization.schema.ts";
import type { PublicSetting } from "../../../worker/features/settings/settings.schema.ts";
import { errorText, request } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import type { Tone } from "../../lib/format.ts";
import { showLanguage, useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { SIGN_IN_PATH } from "../../lib/paths.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Brand } from "../../ui/brand.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { useDocumentTitle } from "../../ui/page.tsx";
import { part } from "../../ui/part.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { secondStep } from "../second-factor/index.ts";
import { finishSignIn, type SecondStep } from "./auth.api.ts";
import { readLinkToken } from "./link-token.ts";
import { PasswordForm } from "./password-form.tsx";

// Most visitors come without a link.
const newPassword = part(() => import("./new-password-form.tsx"));

/** How a sign-in with Discord can end without success, each with its colour. */
const TONES: Record<SignInError | "cancelled", Tone> = {
  cancelled: "idle",
  discord_auth_failed: "stop",
  not_synced: "wait",
  too_many_new: "wait",
  auth_error: "stop",
  session_error: "stop",
};

const TABS = ["login", "register"] as const;

/** Returns the error that the address names; null for any other text, which anybody can put there. */
function readError(): keyof typeof TONES | null {
  const search = new URLSearchParams(location.search);
  const outcome = search.has("cancelled") ? "cancelled" : search.get("error");
  return outcome !== null && Object.hasOwn(TONES, outcome) ? (outcome as keyof typeof TONES) : null;
}

/** What the page asks first and is drawn without: the settings that visitors may know, and what the organization says of itself. */
function usePublic() {
  const [found, setFound] = useState<{ settings?: PublicSetting[]; profile?: Profile }>({});
  useEffect(() => {
    for (const [name, path] of [
      ["settings", "public-settings"],
      ["profile", "profile"],
    ] as const)
      request(`/api/organization/1/${path}`).then(
        (answer) => setFound((before) => ({ ...before, [name]: answer })),
        () => undefined,
      );
  }, []);
  const { settings, profile } = found;
  const settingOf = (key: PublicSetting["settingKey"]) =>
    settings?.find(({ settingKey }) => settingKey === key)?.settingValue;
  return {
    profile,
    // Without an answer registration is offered, because the server decides anyway.
    registers: settingOf("allow_registration") !== false,
    min: Number(settingOf("password_length") ?? 0),
    mails: settingOf("email_notifications") as boolean | undefined,
  };
}

type Public = ReturnType<typeof usePublic>;

function Banner({ code, known }: { code: keyof typeof TONES; known: Public }) {
  const t = useT();
  const isUnknown = code === "not_synced";
  const invite = isUnknown && known.profile?.invite;
  return (
    <div
      role="alert"
      className={cx(
        "flex gap-2.5 rounded-l border border-current/40 bg-current/8 px-[13px] py-[11px]",
        TONE_TEXT[TONES[code]],
      )}
    >
      <span className="dot mt-[7px]" aria-hidden="true" />
      <div className="text-ink">
        <p>{t(isUnknown && known.registers ? "auth.error.not_synced_or" : `auth.error.${code}`)}</p>
        {invite ? (
          <a
            href={invite}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: "s" }, "mt-2.5")}
          >
            {t("auth.join")}
          </a>
        ) : null}
      </div>
    </div>
  );
}

function Password({ known, onStep }: { known: Public; onStep: (step: SecondStep) => void }) {
  const t = useT();
  const id = useId();
  const [chosen, setTab] = useState<(typeof TABS)[number]>("login");
  const { registers, min, mails } = known;
  const tab = registers ? chosen : "login";
  return (
    <div className="space-y-[18px]">
      <p className="flex items-center gap-3 hint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("auth.or_password")}
      </p>
      {registers ? (
        <SegmentedTabs
          id={id}
          fill
          label={t("auth.tabs")}
          value={tab}
          onChange={setTab}
          options={TABS.map((value) => ({ value, label: t(`auth.tab.${value}`) }))}
        />
      ) : null}
      <div {...(registers ? tabPanel(id, tab) : {})}>
        <PasswordForm key={tab} isNew={tab === "register"} min={min} mails={mails} onStep={onStep} />
      </div>
    </div>
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
            className="target min-h-6 rounded-s px-1.5 text-ice hover:underline aria-pressed:text-ink-3 aria-pressed:no-underline"
            onClick={() => void showLanguage(value)}
          >
            {value === "en" ? "English" : "Dansk"}
          </button>
        </span>
      ))}
    </fieldset>
  );
}

/** Signs in at the address that the user wanted to open, without the router, so that it loads fast. */
export default function SignInPage() {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const known = usePublic();
  const { profile } = known;
  const [error] = useState(readError);
  const [link] = useState(readLinkToken);
  const [step, setStep] = useState<SecondStep | null>(null);
  /** Why the sign-in has to start again. */
  const [ended, setEnded] = useState<string | null>(null);
  // A link has been used when a second step follows.
  const [isUsed, setIsUsed] = useState(false);
  const token = isUsed ? null : link;
  const title = t(step ? "auth.step.title" : token ? "auth.link.title" : "auth.sign_in");
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
          <p className="mt-[22px] max-w-[60ch] text-ink-2 max-md:hidden">{t("auth.offers")}</p>
        </div>
      </Sky>
      <main className="grid place-items-center px-6 py-8 max-md:items-start max-md:px-5 max-md:py-[26px]">
        <div className="w-full max-w-[372px] space-y-[18px]">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-[22px]">
              {title}
            </h1>
            <p className="mt-1 text-ink-2">
              {profile?.isNamed && !step && !token
                ? t("auth.intro_of", { organization: profile.name })
                : t(step ? "auth.step.intro" : token ? "auth.link.intro" : "auth.intro")}
            </p>
          </div>
          {error === null || step ? null : <Banner code={error} known={known} />}
          {ended === null ? null : (
            <p role="alert" className="text-stop">
              {ended}
            </p>
          )}
          {step ? (
            <Suspense>
              <secondStep.View
                step={step}
                send={finishSignIn}
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
            <>
              <a
                href="/api/auth/discord"
                className={buttonClass({ variant: "primary", size: "l" }, "w-full")}
                onClick={() => keepWanted(location.pathname + location.search + location.hash)}
              >
                <DiscordIcon />
                {t("auth.discord")}
              </a>
              <Password known={known} onStep={begin} />
            </>
          )}
          <Languages />
        </div>
      </main>
    </div>
  );
}

/** A drawing beside the sign-in form: orbits and stars, in the colours of the theme. */
function Sky({ children }: { children: ReactNode }) {
  return (
    <header className="sky relative flex flex-col overflow-hidden border-line p-10 px-12 max-md:min-h-[196px] max-md:border-b max-md:p-[22px] md:border-r">
      <svg
        className="absolute inset-0 size-full text-ice opacity-50"
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        <g opacity={0.55}>
          <circle cx="620" cy="240" r="120" />
          <circle cx="620" cy="240" r="210" strokeDasharray="2 9" />
          <circle cx="620" cy="240" r="320" opacity={0.6} />
          <circle cx="620" cy="240" r="450" strokeDasharray="1 14" />
        </g>
        <g fill="currentColor" stroke="none">
          <circle cx="620" cy="240" r="5" />
          <circle cx="505" cy="206" r="3.5" />
          <circle cx="802" cy="345" r="3" />
          <circle cx="345" cy="402" r="4" />
        </g>
        <path
          className="stroke-ink"
          opacity={0.5}
          strokeWidth={2}
          strokeLinecap="round"
          d="M90 120h0M210 320h0M320 90h0M150 560h0M470 520h0M700 620h0M60 760h0M420 700h0M560 80h0"
        />
      </svg>
      <div className="relative flex flex-1 flex-col">{children}</div>
    </header>
  );
}
