CREATE TABLE `bot_file_versions` (
	`file_id` integer NOT NULL,
	`version` integer NOT NULL,
	`content` text NOT NULL,
	`size` integer NOT NULL,
	`origin` text NOT NULL,
	`saved_at` text NOT NULL,
	`saved_by` text NOT NULL,
	`stayed_up` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`file_id`, `version`),
	FOREIGN KEY (`file_id`) REFERENCES `bot_files`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `bot_file_versions_good` ON `bot_file_versions` (`file_id`,`version`) WHERE stayed_up = 1;
CREATE TABLE `bot_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bot_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`is_main_file` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`size` integer NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `bot_files_name` ON `bot_files` (`bot_id`,lower(file_name));
CREATE UNIQUE INDEX `bot_files_main` ON `bot_files` (`bot_id`) WHERE is_main_file = 1;
CREATE TABLE `bot_logs` (
	`bot_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`first_id` integer NOT NULL,
	`lines` text NOT NULL,
	PRIMARY KEY(`bot_id`, `last_id`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `bot_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bot_id` integer NOT NULL,
	`files` text NOT NULL,
	`started_at` text NOT NULL,
	`ready_at` text,
	`ended_at` text,
	`reason` text,
	`stayed_up` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `bot_runs_of` ON `bot_runs` (`bot_id`);
CREATE INDEX `bot_runs_age` ON `bot_runs` (`started_at`);
CREATE TABLE `gateway_reports` (
	`key` text PRIMARY KEY NOT NULL,
	`instance` text NOT NULL,
	`started_at` text,
	`bot_id` integer,
	`received_at` text NOT NULL
);

CREATE INDEX `gateway_reports_age` ON `gateway_reports` (`received_at`);
CREATE INDEX `gateway_reports_snapshot` ON `gateway_reports` (`instance`) WHERE started_at is not null;
CREATE INDEX `gateway_reports_newest` ON `gateway_reports` (`bot_id`,`started_at`) WHERE started_at is not null;
ALTER TABLE `bots` ADD `status_since` text;
ALTER TABLE `bots` ADD `status_reason` text;
ALTER TABLE `bots` ADD `status_detail` text;
ALTER TABLE `bots` ADD `restarts` integer DEFAULT 0 NOT NULL;
ALTER TABLE `bots` ADD `discord_user_id` text;
ALTER TABLE `bots` ADD `discord_username` text;
ALTER TABLE `bots` ADD `run_id` integer;
ALTER TABLE `bots` ADD `gateway_instance` text;
ALTER TABLE `bots` ADD `state_sequence` integer;
CREATE INDEX `bots_active` ON `bots` (`id`) WHERE status in ('running', 'starting', 'stopping');
--> statement-breakpoint
-- What pages poll: a bot's files belong to the bots, its log has a topic of its own.

CREATE TRIGGER revisions_bot_files_insert AFTER INSERT ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT organization_id, 'bots', 1 FROM bots WHERE id = new.bot_id
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bot_files_update AFTER UPDATE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT organization_id, 'bots', 1 FROM bots WHERE id = new.bot_id
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bot_files_delete AFTER DELETE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT organization_id, 'bots', 1 FROM bots WHERE id = old.bot_id
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bot_logs_insert AFTER INSERT ON bot_logs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT organization_id, 'bot_logs', 1 FROM bots WHERE id = new.bot_id
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Somebody being seen again is no change of the pipeline: lists that show it ask for 'discord' as well. Whatever else
-- is written to a prospect comes with another updated_at.

DROP TRIGGER revisions_prospects_update;

CREATE TRIGGER revisions_prospects_update AFTER UPDATE ON prospects
WHEN old.discord_last_seen IS new.discord_last_seen OR old.updated_at <> new.updated_at
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'prospects', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_seen AFTER UPDATE OF discord_last_seen ON prospects
WHEN old.discord_last_seen IS NOT new.discord_last_seen
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'discord', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Officers create and edit bots; tokens and invite links stay with administrators.

UPDATE roles SET permissions = json_insert(permissions, '$[#]', 'bots.write'), version = version + 1
  WHERE key = 'officer' AND NOT EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'bots.write');
