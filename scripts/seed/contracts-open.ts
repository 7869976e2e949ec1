import { accept, apply, type ContractStep, did, draft, move, post, withdraw } from "./contract-steps.ts";
import { ANDERS, ASTRID, CHLOE, DANIEL, FREJA, IDA, JEPPE, JONAS, MIKKEL, OLIVER } from "./names.ts";
import { days } from "./steps.ts";

/** The demo's contracts that are drafts, on offer or in progress, with their steps. */
export const OPEN_CONTRACTS: readonly (readonly ContractStep[])[] = [
  [
    did(
      30,
      IDA,
      draft({
        title: "Escort to Pyro gateway",
        description:
          "Two haulers need cover from Everus Harbor to the gateway and back. Expect company at the gateway: bring a medium fighter with full shields, stay on comms and do not chase. We leave together and come back together.",
        type: "security",
        serviceType: "escort_services",
        paymentType: "hourly",
        hourlyRate: 45_000,
        estimatedHours: 3,
        riskLevel: "high",
        location: "Stanton, Pyro gateway",
        due: 5,
      }),
    ),
    did(29, IDA, post),
    did(26, JONAS, apply("Gladius", "Flew cover for the ore runs in October.", "All evening")),
    did(20, CHLOE, apply("F7C-M Super Hornet", "Three years of escorts with my old group.", "From 19:00")),
    did(9, DANIEL, apply("Sabre", "Bounties up to high risk.", "From 20:00, two hours")),
    did(4, ANDERS, apply("Cutlass Black", "Crew on two gateway runs.", "Whenever we leave")),
  ],
  [
    did(
      50,
      MIKKEL,
      draft({
        title: "Medical supplies from Orison to Ruin Station, 480 SCU in two loads",
        description:
          "The clinic at Ruin Station is out of everything. Load at Orison, one stop for fuel, unload by hand at the other end. A Zeus or larger makes it in two trips.",
        type: "transport",
        serviceType: "cargo_transport",
        amount: 1_150_000,
        riskLevel: "medium",
        location: "Orison, Crusader",
        duration: "About 4 hours",
        due: 31,
      }),
    ),
    did(49, MIKKEL, post),
    did(28, JEPPE, apply("Constellation Taurus", "Hauled for the November stock.", "Tomorrow evening")),
    did(12, JONAS, apply("Freelancer MAX", "My first long haul.", "Tomorrow from 17:00")),
  ],
  [
    did(
      days(4),
      OLIVER,
      draft({
        title: "Quantainium run in the Yela belt",
        description:
          "Prospectors and one Mole, one evening. The refinery queue is booked until Sunday, so we sell raw. Newcomers are welcome in the second seat and get a full share.",
        type: "mining",
        serviceType: "mining_operations",
        paymentType: "percentage",
        amount: 3_000_000,
        percentageOf: 20,
        location: "Yela asteroid belt, Crusader",
        duration: "About 2 hours",
        due: 8,
      }),
    ),
    did(days(4) - 1, OLIVER, post),
    did(70, CHLOE, apply("Prospector", "Mining since the first patch that had it.", "Every evening")),
    did(66, ANDERS, apply("MOLE", "Second seat so far.", "Weekends")),
    did(40, OLIVER, accept(CHLOE, "You know the belt. Take Anders along if he likes.")),
  ],
  [
    did(
      days(3),
      ASTRID,
      draft({
        title: "Find three quiet places for the autumn gathering",
        description:
          "Somewhere without storms, with room for thirty ships on the ground and a view worth a picture. Send coordinates and two screenshots of each place.",
        type: "exploration",
        serviceType: "exploration",
        amount: 90_000,
      }),
    ),
    did(days(3) - 2, ASTRID, post),
  ],
  [
    did(
      days(2),
      OLIVER,
      draft({
        title: "Buy laranite for the November stock, 320 SCU",
        description:
          "Buy in small lots at three terminals so that the price holds. We pay what you paid plus the fee. Post the receipts in the thread when you are done.",
        type: "trade",
        paymentType: "percentage",
        amount: 1_500_000,
        percentageOf: 12,
        location: "microTech, New Babbage",
        duration: "About 5 hours",
        due: days(3),
      }),
    ),
    did(47, OLIVER, post),
    did(22, DANIEL, apply("C2 Hercules", "Traded laranite most of the summer.", "This weekend")),
  ],
  [
    did(
      days(3),
      IDA,
      draft({
        title: "Turret gunner for the Sunday convoy",
        description: "Two seats in a Hammerhead. No own ship needed, but a headset and a steady hand are.",
        type: "security",
        serviceType: "gunner_position",
        paymentType: "hourly",
        hourlyRate: 20_000,
        estimatedHours: 2.5,
        riskLevel: "medium",
        location: "Port Tressler, microTech",
        due: -3,
      }),
    ),
    did(days(3) - 1, IDA, post),
    did(50, DANIEL, apply("None", "Gunner on four convoys.", "Sunday")),
    did(30, DANIEL, withdraw),
  ],
  [
    did(
      20,
      MIKKEL,
      draft({
        title: "Bring a stranded Starfarer home from Aberdeen",
        description:
          "Out of fuel and half of its thrusters. Refuel it, repair what is needed, fly it to port.",
        type: "transport",
        serviceType: "ship_repair",
        paymentType: "hourly",
        hourlyRate: 60_000,
        estimatedHours: 1.5,
        location: "Aberdeen, Hurston",
        due: 26,
      }),
    ),
    did(19, MIKKEL, move("active")),
  ],
  [
    did(
      27,
      FREJA,
      draft({
        title: "Guard duty at the autumn gathering",
        description: "Two pairs, four hours each. The place follows when it is found.",
        type: "security",
        serviceType: "escort_services",
        paymentType: "hourly",
        hourlyRate: 25_000,
        estimatedHours: 4,
      }),
    ),
  ],
  [
    did(
      18,
      OLIVER,
      draft({ title: "Winter fuel for the fleet", type: "transport", location: "Seraphim Station" }),
    ),
  ],
  [
    did(
      7,
      IDA,
      draft({ title: "Help with the move to Pyro", type: "transport", amount: 75_000, due: days(9) }),
    ),
  ],
  [
    did(
      15,
      ASTRID,
      draft({
        title: "Escort for the anniversary cup",
        description: "Keeps the racing line free of strangers for one afternoon.",
        type: "security",
        serviceType: "escort_services",
        amount: 120_000,
        location: "New Horizon Speedway",
        due: days(12),
      }),
    ),
  ],
];
