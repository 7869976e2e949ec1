-- One order of roles: equal priorities are set apart, by the priorities of the Discord mappings, then by id. The mappings' own
-- priorities are not used any more.
WITH placed AS (
  SELECT r.id, r.organization_id, r.priority, count(*) OVER (PARTITION BY r.organization_id) AS roles,
    row_number() OVER (PARTITION BY r.organization_id ORDER BY r.priority,
      coalesce((SELECT max(m.priority) FROM discord_role_mappings m WHERE m.role_id = r.id), -1), r.id DESC) AS place
  FROM roles r WHERE r.key IS NOT 'administrator'
), apart AS (
  SELECT *, place + max(priority - place) OVER (PARTITION BY organization_id ORDER BY place) AS next FROM placed
), fitted AS (
  SELECT id, iif(max(next) OVER (PARTITION BY organization_id) > 99, max(1, place * 99 / roles), next) AS next FROM apart
)
UPDATE roles SET priority = fitted.next, version = version + 1
  FROM fitted WHERE fitted.id = roles.id AND fitted.next <> roles.priority;
