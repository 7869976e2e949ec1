import type { ComponentProps } from "react";
import { useFormat } from "../lib/use-format.ts";

/** An instant in words, with the exact date and time as its title. */
export function Time({ at, ...rest }: ComponentProps<"time"> & { at: string }) {
  return <time dateTime={at} title={useFormat().dateTime(at)} {...rest} />;
}
