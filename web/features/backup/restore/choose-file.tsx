import { useRef } from "react";
import { Button, type ButtonLook } from "../../../ui/button.tsx";
import { ofFile, rehearse } from "./restore.api.ts";

/** A button that has a file chosen and rehearsed. */
export function ChooseFile({ label, ...look }: { label: string } & ButtonLook) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) void rehearse(ofFile(file));
        }}
      />
    </>
  );
}
