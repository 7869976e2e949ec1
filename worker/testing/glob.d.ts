interface ImportMeta {
  /** The modules that match, by path; Vite reads the patterns. https://vite.dev/guide/features#glob-import */
  glob<Module>(
    patterns: string | string[],
    options: { eager: true; query?: "?raw"; import?: "default" },
  ): Record<string, Module>;
}
