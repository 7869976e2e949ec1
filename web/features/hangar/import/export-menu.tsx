/** Offers the hangar as a file. */
export const ExportMenu = () => null;
