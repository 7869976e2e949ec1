import { useState } from "react";
import { download } from "../../lib/download.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { CopyIcon, DownloadIcon } from "../../ui/icons.tsx";

/** New recovery codes, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setError(null);
    } catch {
      setError(t("factor.codes_copy_failed"));
    }
  };
  return (
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
          {t(isCopied ? "factor.codes_copied" : "factor.codes_copy")}
        </Button>
        <Button
          size="s"
          icon={<DownloadIcon />}
          onClick={() => download("recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
        >
          {t("factor.codes_download")}
        </Button>
      </div>
      {error ? (
        <p role="alert" className="text-stop">
          {error}
        </p>
      ) : null}
    </div>
  );
}
