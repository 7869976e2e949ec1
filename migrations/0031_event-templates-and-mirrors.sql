CREATE TABLE `event_mirror_states` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`since` text NOT NULL,
	`is_told` integer DEFAULT false NOT NULL,
	`guild_id` text NOT NULL,
	`holder` text,
	`lease_until` text,
	`is_asked_again` integer DEFAULT false NOT NULL,
	`retry_at` text,
	`interest_read_at` text,
	`interest_read_to` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `event_mirrors` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`discord_event_id` text,
	`sent` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `event_mirrors_of` ON `event_mirrors` (`organization_id`);
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
CREATE INDEX `events_mirrored` ON `events` (`organization_id`,`position`) WHERE is_mirrored = 1 and status = 'planned' and audience is null;
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

CREATE TRIGGER revisions_event_mirroring_bots_insert AFTER INSERT ON bots
WHEN new.is_crm_bot
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"event_mirroring":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_mirroring', coalesce(topics ->> '$.event_mirroring', 0) + 1);
END;

CREATE TRIGGER revisions_event_mirroring_bots_update AFTER UPDATE OF is_crm_bot ON bots
WHEN new.is_crm_bot
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"event_mirroring":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_mirroring', coalesce(topics ->> '$.event_mirroring', 0) + 1);
END;

-- Organizations that have a CRM bot already.
INSERT INTO revisions (organization_id, topics) SELECT DISTINCT organization_id, '{"event_mirroring":1}' FROM bots WHERE is_crm_bot
  ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_mirroring', 1);
