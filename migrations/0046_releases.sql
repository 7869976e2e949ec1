CREATE TABLE `releases` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`name` text NOT NULL,
	`notes` text NOT NULL,
	`url` text NOT NULL,
	`published_at` text
);

CREATE TRIGGER revisions_health_releases_insert AFTER INSERT ON releases
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;

CREATE TRIGGER revisions_health_releases_update AFTER UPDATE ON releases
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;
