CREATE TABLE `event_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`terms` text NOT NULL,
	`created_by` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `event_templates_name` ON `event_templates` (`organization_id`,`name`);
CREATE TRIGGER revisions_events_event_templates_insert AFTER INSERT ON event_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;

CREATE TRIGGER revisions_events_event_templates_update AFTER UPDATE ON event_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;

CREATE TRIGGER revisions_events_event_templates_delete AFTER DELETE ON event_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;
