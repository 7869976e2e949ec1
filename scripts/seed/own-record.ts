import { PICTURE_BYTES } from "../../worker/features/organization/organization.schema.ts";
import { sniffType } from "../../worker/lib/picture-type.ts";
import type { Row } from "../lib/database.ts";
import type { Values } from "../lib/settings.ts";

/** What the demo's organization is called, whose first migration names it after the product. */
export const DEMO_NAME = "Nordic Star";

const PROFILE = {
  sentence_en: "Fly with us, four evenings a week",
  sentence_da: "Flyv med os, fire aftener om ugen",
  text_en:
    "Nordic Star **hauls, rescues and explores** together, in Danish and English, and nobody flies alone who does not want to.\n\n- Convoys on Saturdays\n- Rescue on call, every evening\n- Lessons every second Sunday",
  text_da:
    "Nordic Star **fragter, redder og udforsker** sammen, på dansk og engelsk, og ingen flyver alene, der ikke har lyst.\n\n- Konvojer om lørdagen\n- Redning på tilkald, hver aften\n- Undervisning hver anden søndag",
  looks_for_en:
    "Medics and gunners: The Saturday convoys leave with empty seats. We train you on the way.\nHaulers who like company: From a Cutlass to a Hull C. Cargo is shared, and so is the loss.\nNew pilots: Every second Sunday somebody shows you how to land, refuel and jump.",
  looks_for_da:
    "Medicinere og skytter: Lørdagens konvojer letter med tomme sæder. Vi oplærer dig undervejs.\nFragtfolk, der kan lide selskab: Fra en Cutlass til en Hull C. Lasten deles, og tabet også.\nNye piloter: Hver anden søndag viser nogen dig, hvordan man lander, tanker og hopper.",
  since: 2019,
  invite: "https://discord.gg/nordicstar",
  symbol: "NSTAR",
};

/** The ships whose photos are the organization's pictures, with what is said of each. */
const PICTURES = [
  { ship: "Polaris", kind: "banner", caption_en: null, caption_da: null },
  {
    ...{ ship: "Carrack", kind: "picture" },
    ...{ caption_en: "Operation Nattergal, last Saturday", caption_da: "Operation Nattergal, i lørdags" },
  },
  {
    ...{ ship: "Hull C", kind: "picture" },
    ...{ caption_en: "480 SCU to Checkmate, nothing lost", caption_da: "480 SCU til Checkmate, intet tabt" },
  },
  {
    ...{ ship: "Cutlass Blue", kind: "picture" },
    ...{ caption_en: "Escort to the Pyro gateway", caption_da: "Eskorte til Pyro-porten" },
  },
];

/** A photo of the emulated UEX in base64; null where there is none of a size that a picture can have. */
async function photoOf(settings: Values, address: unknown) {
  if (!settings["UEX_PHOTO_URL"] || typeof address !== "string") return null;
  const { hostname, pathname } = new URL(address);
  const at = `${settings["UEX_PHOTO_URL"]}/${hostname}${pathname}`;
  const answer = await fetch(at, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  const bytes = answer?.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  const type = bytes && bytes.length <= PICTURE_BYTES ? sniffType(bytes) : undefined;
  return bytes && type === "image/png" ? { bytes: bytes.toString("base64"), type } : null;
}

/** Returns the rows of what the demo's organization says of itself, with photos of its `ships` where UEX is emulated. */
export async function ownRecordRows(
  settings: Values,
  organizationId: number,
  at: string,
  ships: readonly Row[],
): Promise<[table: string, rows: Row[]][]> {
  const pictures = await Promise.all(
    PICTURES.map(async ({ ship, ...picture }): Promise<Row[]> => {
      const photo = await photoOf(settings, ships.find(({ name }) => name === ship)?.["url_photo"]);
      if (!photo) return [];
      return [
        { organization_id: organizationId, ...picture, width: 640, height: 360, created_at: at, ...photo },
      ];
    }),
  );
  return [
    ["organization_profiles", [{ organization_id: organizationId, ...PROFILE, updated_at: at }]],
    ["organization_pictures", pictures.flat()],
  ];
}
