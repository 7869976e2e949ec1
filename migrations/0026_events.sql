CREATE TABLE `event_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer,
	`guest` text,
	`answer` text NOT NULL,
	`slot_id` integer,
	`place` integer NOT NULL,
	`is_seated` integer DEFAULT false NOT NULL,
	`source` text NOT NULL,
	`added_by` text,
	`answered_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `event_answers_of` ON `event_answers` (`event_id`,`answer`,`place`);
CREATE UNIQUE INDEX `event_answers_own` ON `event_answers` (`user_id`,`event_id`) WHERE user_id is not null;
CREATE TABLE `event_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`rule` text NOT NULL,
	`time_zone` text NOT NULL,
	`start` text NOT NULL,
	`length_minutes` integer NOT NULL,
	`template` text NOT NULL,
	`split_from_id` integer,
	`added_to` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `event_series_open` ON `event_series` (`organization_id`,`added_to`) WHERE added_to is not null;
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`series_id` integer,
	`occurrence` text,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`type` text DEFAULT 'mission' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`time_zone` text NOT NULL,
	`status` text NOT NULL,
	`organizer_id` integer,
	`created_by` integer,
	`audience` text,
	`max_attendees` integer,
	`slots` text DEFAULT '[]' NOT NULL,
	`has_waiting_list` integer DEFAULT true NOT NULL,
	`closes_minutes` integer DEFAULT 0 NOT NULL,
	`is_mirrored` integer DEFAULT false NOT NULL,
	`attendees` integer DEFAULT 0 NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`maybe` integer DEFAULT 0 NOT NULL,
	`cancel_reason` text,
	`cancelled_by` text,
	`sequence` integer DEFAULT 0 NOT NULL,
	`position` text GENERATED ALWAYS AS (starts_at || printf(' %012d', id)) VIRTUAL NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `events_of` ON `events` (`organization_id`,`position`);
CREATE UNIQUE INDEX `events_occurrence` ON `events` (`series_id`,`occurrence`) WHERE series_id is not null;
CREATE INDEX `events_drafts` ON `events` (`created_by`,`position`) WHERE status = 'draft';
CREATE INDEX `events_organizer` ON `events` (`organizer_id`) WHERE organizer_id is not null;
CREATE TRIGGER revisions_events_events_insert AFTER INSERT ON events
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;

CREATE TRIGGER revisions_events_events_update AFTER UPDATE ON events
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;

CREATE TRIGGER revisions_events_events_delete AFTER DELETE ON events
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;
