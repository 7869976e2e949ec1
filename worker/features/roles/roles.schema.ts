/** A role of the organization, GET /api/roles/{orgId}: highest priority first. */
export type Role = {
  id: number;
  /** Set on system roles alone. */
  key: string | null;
  name: string;
  priority: number;
  /** `#rrggbb`, if it has one. */
  color: string | null;
  /** Whether the reader may give it to members. */
  can: { grant: boolean };
};
