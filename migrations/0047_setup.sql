CREATE TABLE `setups` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`trial` text,
	`fault` text,
	`dismissed_at` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_setup_setups_insert AFTER INSERT ON setups
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"setup":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.setup', coalesce(topics ->> '$.setup', 0) + 1);
END;

CREATE TRIGGER revisions_setup_setups_update AFTER UPDATE ON setups
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"setup":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.setup', coalesce(topics ->> '$.setup', 0) + 1);
END;

-- An organization that has read in its members is no fresh one.
INSERT INTO setups (organization_id, dismissed_at)
  SELECT id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM organizations
  WHERE EXISTS (SELECT 1 FROM sync_runs WHERE organization_id = organizations.id AND status = 'completed');
