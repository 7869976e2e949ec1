CREATE TABLE `event_attendance` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`answer` text,
	`minutes` integer,
	`confirmed_by` text,
	`confirmed_at` text,
	`claim_minutes` integer,
	`claim_note` text,
	`claim_state` text,
	`claimed_at` text,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `event_attendance_user` ON `event_attendance` (`user_id`,`event_id`);
CREATE TABLE `event_reports` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`text` text NOT NULL,
	`went_well` text NOT NULL,
	`written_by` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `event_statistics` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_events_event_statistics_insert AFTER INSERT ON event_statistics
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;

CREATE TRIGGER revisions_events_event_statistics_update AFTER UPDATE ON event_statistics
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"events":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.events', coalesce(topics ->> '$.events', 0) + 1);
END;
