import * as z from "zod/mini";

/** Characters that nobody sees, but for joiners between letters of the scripts that have them. */
const INVISIBLE =
  /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![^\0-\x7f\p{Cf}])[\u200c\u200d]/gu;

/** A text without the invisible characters and spaces around that came with it when it was copied. */
export const asCopied = (text: string): string => text.replace(INVISIBLE, "").trim();

/** Takes these characters out of an id, a handle, a code, an address or a text that is looked for, where nobody means them. */
export const copied = () => z.overwrite(asCopied);

/** A Discord id that is typed or pasted. */
export const copiedSnowflake = z.string().check(copied(), z.regex(/^\d{15,20}$/));
