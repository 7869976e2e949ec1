CREATE TABLE `contracts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`amount` real DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'aUEC' NOT NULL,
	`payment_type` text DEFAULT 'flat_rate' NOT NULL,
	`percentage_of` real,
	`hourly_rate` real,
	`estimated_hours` real,
	`status` text DEFAULT 'draft' NOT NULL,
	`type` text DEFAULT 'mining' NOT NULL,
	`risk_level` text DEFAULT 'low' NOT NULL,
	`location` text,
	`duration` text,
	`assigned_to` integer,
	`posted_by` integer,
	`created_by` integer NOT NULL,
	`deadline` text,
	`closed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `contracts_assignee` ON `contracts` (`assigned_to`,`status`,`closed_at`);
CREATE TABLE `hangar_removals` (
	`user_id` integer NOT NULL,
	`ship_id` integer NOT NULL,
	`entry` text NOT NULL,
	`removed_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `ship_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `hangar_ships` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`ship_id` integer NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`nickname` text,
	`acquired_date` text,
	`notes` text,
	`pledges` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `hangars`(`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`,`ship_id`) REFERENCES `ships`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `hangar_ships_one` ON `hangar_ships` (`user_id`,`ship_id`);
CREATE TABLE `hangars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `hangars_of` ON `hangars` (`organization_id`,`is_hidden`,`user_id`);
CREATE TABLE `ship_aliases` (
	`organization_id` integer NOT NULL,
	`alias` text NOT NULL,
	`ship_id` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `alias`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `rsi_accounts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`handle` text NOT NULL,
	`handle_key` text NOT NULL,
	`record_number` integer,
	`enlisted_date` text,
	`location` text,
	`verified_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `rsi_accounts_handle` ON `rsi_accounts` (`organization_id`,`handle_key`);
CREATE UNIQUE INDEX `rsi_accounts_record` ON `rsi_accounts` (`organization_id`,`record_number`);
CREATE TABLE `rsi_losses` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`handle` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `rsi_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`handle` text NOT NULL,
	`code` text NOT NULL,
	`expires_at` text NOT NULL,
	`checked_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `rsi_requests_user` ON `rsi_requests` (`user_id`);
CREATE TABLE `ships` (
	`organization_id` integer NOT NULL,
	`id` integer NOT NULL,
	`name` text NOT NULL,
	`name_full` text NOT NULL,
	`slug` text NOT NULL,
	`company_name` text NOT NULL,
	`url_photo` text,
	`scu` real DEFAULT 0 NOT NULL,
	`crew_min` integer,
	`crew_max` integer,
	`size` text,
	`roles` text NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`organization_id`, `id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

ALTER TABLE `ship_syncs` ADD `added` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `updated` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `removed` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `unreadable` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `error` text;
ALTER TABLE `ship_syncs` ADD `lease_until` text DEFAULT '' NOT NULL;
ALTER TABLE `ship_syncs` ADD `etag` text;
ALTER TABLE `ship_syncs` ADD `deployment` text;
ALTER TABLE `ship_syncs` ADD `ask_again_at` text;
CREATE UNIQUE INDEX `ship_syncs_one` ON `ship_syncs` (`organization_id`) WHERE status = 'pending';
DROP TRIGGER revisions_ships_ship_syncs_insert;

DROP TRIGGER revisions_ships_ship_syncs_update;

CREATE TRIGGER revisions_ships_ship_syncs_update AFTER UPDATE ON ship_syncs
WHEN new.added + new.updated + new.removed > 0
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ships', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_insert AFTER INSERT ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ship_sync', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_update AFTER UPDATE ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ship_sync', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangar_ships_insert AFTER INSERT ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangar_ships_update AFTER UPDATE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangar_ships_delete AFTER DELETE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangars_update AFTER UPDATE ON hangars
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_insert AFTER INSERT ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_update AFTER UPDATE ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_delete AFTER DELETE ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_requests_insert AFTER INSERT ON rsi_requests
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_requests_update AFTER UPDATE ON rsi_requests
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_rsi_rsi_losses_delete AFTER DELETE ON rsi_losses
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'rsi', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
