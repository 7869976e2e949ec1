/** The modules that were found in the features' folders, by their turn and then by their path. */
export const filesOf = <File extends { turn?: number }>(found: Record<string, File>): File[] =>
  Object.entries(found)
    .toSorted(([path, a], [other, b]) => (a.turn ?? 0) - (b.turn ?? 0) || (path < other ? -1 : 1))
    .map(([, file]) => file);
