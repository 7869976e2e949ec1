import {
  accept,
  apply,
  approveExpenses,
  type ContractStep,
  confirm,
  decline,
  did,
  draft,
  give,
  lock,
  move,
  post,
  send,
  spend,
  split,
} from "./contract-steps.ts";
import { days } from "./steps.ts";

const ASTRID = "Astrid Holm";
const FREJA = "Freja Ravn";
const OLIVER = "Oliver Hayes";
const MIKKEL = "Mikkel Toft";
const IDA = "Ida Storm";
const JONAS = "Jonas Kjær";
const ANDERS = "Anders Krogh";
const CHLOE = "Chloe Marsh";
const JEPPE = "Jeppe Skov";
const DANIEL = "Daniel Osei";

/** The demo's contracts that are done, paid or cancelled, with their steps. */
export const DONE_CONTRACTS: readonly (readonly ContractStep[])[] = [
  [
    did(
      days(6),
      FREJA,
      draft({
        title: "Refinery pickup, Levski to Area18",
        description:
          "Six loads of refined ore stand in Levski and cost us storage every day. One Caterpillar or two Taurus, escort is paid for. Unload at TDD, keep the receipts for fuel and repairs.",
        type: "transport",
        serviceType: "cargo_transport",
        amount: 2_400_000,
        riskLevel: "medium",
        location: "Levski, Delamar",
        duration: "6 hours",
      }),
    ),
    did(days(6) - 1, FREJA, post),
    did(days(5), MIKKEL, apply("Caterpillar", "I know the dock at Levski.", "Friday night")),
    did(days(4) + 6, FREJA, accept(MIKKEL)),
    did(days(3), MIKKEL, spend(38_400, "Fuel at Levski, both ways")),
    did(60, MIKKEL, move("completed", "All six loads are at TDD, receipts are in the thread.")),
    did(58, FREJA, approveExpenses),
    did(57, FREJA, split("weighted", FREJA, { [MIKKEL]: 3, [JONAS]: 1, [CHLOE]: 1, [DANIEL]: 1 })),
    did(56, FREJA, lock),
    did(50, FREJA, send(MIKKEL)),
    did(49, FREJA, send(JONAS)),
    did(48, MIKKEL, confirm),
    did(30, JONAS, confirm),
    did(6, FREJA, send(CHLOE)),
  ],
  [
    did(
      days(5),
      FREJA,
      draft({
        title: "Three bounties around Crusader, very high risk",
        description:
          "All three targets fly in groups. Done in one night without losses; two repairs and a refuel are waiting for approval before the money is split.",
        type: "security",
        serviceType: "bounty_hunting",
        amount: 640_000,
        riskLevel: "high",
        location: "Crusader",
        duration: "3 hours",
      }),
    ),
    did(days(5) - 2, FREJA, post),
    did(days(4), JONAS, apply("Gladius", "One bounty of this size before.", "Any night")),
    did(days(4) - 6, FREJA, accept(JONAS, "Take Chloe and Daniel with you.")),
    did(45, FREJA, split("time", FREJA, { [JONAS]: 180, [CHLOE]: 180, [DANIEL]: 120 })),
    did(44, JONAS, spend(21_500, "Repairs after the second one")),
    did(43, CHLOE, spend(17_200, "Repairs and a refuel at Seraphim")),
    did(42, JONAS, move("completed", "All three, nobody lost.")),
  ],
  [
    did(
      days(9),
      IDA,
      draft({
        title: "Kortlæg hulerne på Daymar før årsmødet",
        description:
          "Tegn indgange, dybder og sikre landingspladser ind på vores kort. Tag en makker med; ingen går alene under jorden. Rapporten skal kunne læses af nye medlemmer.",
        type: "research",
        serviceType: "exploration",
        paymentType: "hourly",
        hourlyRate: 35_000,
        estimatedHours: 8,
        location: "Daymar, Crusader",
        due: -days(2),
      }),
    ),
    did(days(9) - 1, IDA, post),
    did(days(8), JEPPE, apply("Cutlass Red", "Har kortlagt Aberdeen.", "Hele weekenden")),
    did(days(8) - 4, IDA, accept(JEPPE)),
    did(days(3), JEPPE, move("completed", "Rapporten ligger i tråden.")),
    did(days(3) - 2, IDA, split("equal", IDA, { [JEPPE]: 1, [ANDERS]: 1 })),
    did(days(3) - 3, IDA, lock),
    did(days(2), IDA, move("payment_sent")),
    did(40, JEPPE, confirm),
    did(36, ANDERS, confirm),
  ],
  [
    did(
      days(16),
      FREJA,
      draft({
        title: "Move the armoury to Grim HEX",
        description:
          "Forty crates in an afternoon. Nothing was lost, nothing was scanned, and the last crate holds the coffee machine.",
        type: "transport",
        serviceType: "cargo_transport",
        amount: 310_000,
        location: "Everus Harbor, Hurston",
        duration: "2 hours",
      }),
    ),
    did(days(16) - 1, FREJA, post),
    did(days(15), IDA, apply("Freelancer MAX", "Moved half of it the last time.", "Saturday")),
    did(days(15) - 3, FREJA, accept(IDA)),
    did(days(13), IDA, move("completed")),
    did(days(13) - 2, FREJA, split("percentage", FREJA, { [IDA]: 60, [MIKKEL]: 40 })),
    did(days(13) - 3, FREJA, lock),
    did(days(12), FREJA, send(IDA)),
    did(days(12) - 1, FREJA, send(MIKKEL)),
    did(days(12) - 2, MIKKEL, confirm),
    did(days(11), IDA, confirm),
    did(days(9), FREJA, move("closed")),
  ],
  [
    did(
      days(7),
      MIKKEL,
      draft({
        title: "Salvage the wreck above Daymar",
        description: "A Reclaimer went down with its hold full. Bring cutters.",
        type: "mining",
        serviceType: "salvage_operations",
        amount: 420_000,
        riskLevel: "medium",
        location: "Daymar, Crusader",
      }),
    ),
    did(days(7) - 1, MIKKEL, post),
    did(days(6), ANDERS, apply("Vulture", "Two wrecks this month.", "Tonight")),
    did(days(6) - 5, MIKKEL, decline(ANDERS, "Somebody was faster: the wreck is empty.")),
    did(days(6) - 6, MIKKEL, move("cancelled", "Another group has stripped it.")),
  ],
  [
    did(
      days(8),
      ASTRID,
      draft({
        title: "Survey of fuel prices in Stanton",
        description: "Every station once within a week, as a table.",
        type: "trade",
        serviceType: "pilot_services",
        amount: 180_000,
        location: "Stanton",
        duration: "A week",
      }),
    ),
    did(days(8) - 2, ASTRID, post),
    did(days(7), ASTRID, give(OLIVER)),
    did(26, OLIVER, spend(9_750, "Landing fees and fuel")),
    did(25, OLIVER, move("completed", "Forty stations, one table.")),
    did(24, ASTRID, approveExpenses),
    did(23, ASTRID, split("fixed", ASTRID, { [OLIVER]: 120_250, [IDA]: 50_000 })),
    did(22, ASTRID, lock),
  ],
];
