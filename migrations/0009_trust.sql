CREATE TABLE `bot_usage` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`minute` integer NOT NULL,
	`reports` integer NOT NULL,
	`activities` integer NOT NULL,
	`log_lines` integer NOT NULL,
	`log_bytes` integer NOT NULL,
	`activities_left_out` integer NOT NULL,
	`lines_left_out` integer NOT NULL,
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `authenticators` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` text,
	`last_step` integer DEFAULT 0 NOT NULL,
	`tried_codes` integer DEFAULT 0 NOT NULL,
	`tried_until` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`challenge` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
CREATE INDEX `passkeys_of` ON `passkeys` (`user_id`);
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `notices` (
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`id` integer NOT NULL,
	`told` text,
	`kind` text NOT NULL,
	`details` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `user_id`, `id`)
) WITHOUT ROWID;

DROP INDEX `sessions_token`;
ALTER TABLE `sessions` ADD `network` text;
ALTER TABLE `sessions` ADD `place` text;
ALTER TABLE `sessions` ADD `second_factor` text;
ALTER TABLE `sessions` ADD `verified_at` text;
ALTER TABLE `attempts` ADD `next_at` text;
ALTER TABLE `users` ADD `name_skeleton` text;
ALTER TABLE `users` ADD `devices_since` text;
ALTER TABLE `users` ADD `notices_read_to` integer DEFAULT 0 NOT NULL;
CREATE INDEX `users_name_skeleton` ON `users` (`name_skeleton`) WHERE name_skeleton is not null;
ALTER TABLE `audit_log` ADD `session_id` integer;
CREATE TRIGGER revisions_notices_notices_insert AFTER INSERT ON notices
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'notices', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_notices_users_update AFTER UPDATE OF notices_read_to ON users
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'notices', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand
CREATE TRIGGER notices_of_user AFTER DELETE ON users
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND user_id = old.id;
END;

-- A session's id is the first 48 bits of its token's hash.
UPDATE sessions SET id = (
  SELECT sum((instr('0123456789abcdef', substr(token_hash, value, 1)) - 1) << (48 - 4 * value))
  FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')
);
