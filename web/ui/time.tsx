import type { ComponentProps } from "react";
import { useFormat } from "../lib/use-format.ts";

/** An instant in the words inside, with its exact date and time to be had by pointing at it. */
export function Time({ at, ...rest }: ComponentProps<"time"> & { at: string }) {
  return <time dateTime={at} title={useFormat().dateTime(at)} {...rest} />;
}
