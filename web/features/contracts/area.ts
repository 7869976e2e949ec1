import type { Area } from "../../lib/area.ts";

const shown = {
  label: { en: "Contracts", da: "Kontrakter" },
  icon: () => import("lucide-react/icons/file-text?navigation"),
};

export const contracts: Area = {
  path: "/tools/contracts",
  page: () => import("./contracts-page.tsx"),
  texts: (language) => [import(`./contracts.${language}.json`)],
  need: "contracts.read",
  first: [{ path: "/api/contracts/:orgId/counts" }],
  starts: [
    {
      to: "/tools/contracts?new=1",
      label: { en: "New contract", da: "Ny kontrakt" },
      also: { en: "add contract, job", da: "opret kontrakt, opgave" },
      need: "contracts.write",
      keys: "n c",
    },
  ],
  navigation: { ...shown, order: 25, keys: "g k" },
  tool: { ...shown, order: 40, about: "tools.about.contracts" },
};
