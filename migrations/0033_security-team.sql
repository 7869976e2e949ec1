CREATE TABLE `security_looks` (
	`application_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`application_id`, `user_id`),
	FOREIGN KEY (`application_id`) REFERENCES `contract_applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `security_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	`is_note` integer NOT NULL,
	`author_id` integer,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`edited_at` text,
	`removed_by` text,
	`removed_reason` text,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`application_id`) REFERENCES `contract_applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `security_messages_of` ON `security_messages` (`application_id`,`id`);
CREATE INDEX `security_messages_by` ON `security_messages` (`author_id`);
CREATE TABLE `security_reviews` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	`reviewer_id` integer,
	`sealed` text,
	`verdict` text,
	`text` text,
	`sent_at` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`application_id`) REFERENCES `contract_applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reviewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE UNIQUE INDEX `security_reviews_of` ON `security_reviews` (`application_id`,`reviewer_id`);
CREATE INDEX `security_reviews_by` ON `security_reviews` (`reviewer_id`);
CREATE TABLE `security_states` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`hold_reason` text,
	`held_at` text,
	`cleared` text NOT NULL,
	`steps` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `contract_applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `security_trials` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`application_id` integer NOT NULL,
	`from_day` text NOT NULL,
	`ends_on` text NOT NULL,
	`outcome` text,
	`role_id` integer NOT NULL,
	`previous_role_id` integer,
	`reminders` integer DEFAULT 0 NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`user_id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `security_trials_of` ON `security_trials` (`user_id`);
CREATE INDEX `security_trials_open` ON `security_trials` (`organization_id`,`ends_on`) WHERE outcome is null;
CREATE INDEX `security_trials_confirmed` ON `security_trials` (`organization_id`,`id`) WHERE outcome = 'confirmed';
DROP INDEX `contract_applications_security`;
CREATE INDEX `contract_applications_waiting` ON `contract_applications` (`organization_id`,`id`) WHERE kind = 'security' and status = 'pending';
CREATE INDEX `contract_applications_decided` ON `contract_applications` (`organization_id`,`id`) WHERE kind = 'security' and decided_at is not null;
CREATE INDEX `contract_applications_handle` ON `contract_applications` (`organization_id`,lower(rsi_handle)) WHERE rsi_handle is not null;
CREATE INDEX `contract_applications_declined` ON `contract_applications` (`decided_at`) WHERE status = 'declined' and experience <> '';
CREATE TRIGGER revisions_applications_contract_applications_delete AFTER DELETE ON contract_applications
WHEN old.kind = 'security'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_states_insert AFTER INSERT ON security_states
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_states_update AFTER UPDATE ON security_states
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_messages_insert AFTER INSERT ON security_messages
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_messages_update AFTER UPDATE ON security_messages
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_messages_delete AFTER DELETE ON security_messages
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_trials_insert AFTER INSERT ON security_trials
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_trials_update AFTER UPDATE ON security_trials
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_security_trials_delete AFTER DELETE ON security_trials
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

-- Applications that were withdrawn keep no answers.
UPDATE contract_applications SET first_name = '', last_name = '', discord_username = '', timezone = '', rsi_handle = NULL,
    experience = '', ship_type = '', availability = '', background_check = 0, "references" = NULL, additional_notes = NULL
  WHERE status = 'withdrawn';
