import { createContext } from "react";

/** Whether a component stands inside a dialog. */
export const InDialog = createContext(false);
