-- Totals of prospects without row ids, as those of members: a new total is one written row instead of two.

DROP TABLE prospect_totals;
CREATE TABLE prospect_totals (
  organization_id integer NOT NULL,
  status text NOT NULL,
  in_discord integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (organization_id, status, in_discord)
) WITHOUT ROWID;
INSERT INTO prospect_totals (organization_id, status, in_discord, count)
  SELECT organization_id, status, discord_status IS 'active', count(*) FROM prospects GROUP BY 1, 2, 3;

DROP TABLE assignee_totals;
CREATE TABLE assignee_totals (
  organization_id integer NOT NULL,
  member_id integer NOT NULL,
  status text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (organization_id, member_id, status)
) WITHOUT ROWID;
INSERT INTO assignee_totals (organization_id, member_id, status, count)
  SELECT organization_id, assigned_to, status, count(*) FROM prospects WHERE assigned_to IS NOT NULL GROUP BY 1, 2, 3;
