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
