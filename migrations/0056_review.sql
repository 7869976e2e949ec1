CREATE TABLE `form_versions` (
	`form_id` integer NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`changes` text,
	`published_at` text NOT NULL,
	`published_by` text NOT NULL,
	PRIMARY KEY(`form_id`, `number`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `forms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`draft` text NOT NULL,
	`live_number` integer,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `forms_key` ON `forms` (`organization_id`,`key`);
CREATE TABLE `admission_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admission_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`author_id` integer,
	`is_theirs` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`admission_id`) REFERENCES `admissions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `admission_messages_of` ON `admission_messages` (`admission_id`,`id`);
CREATE INDEX `admission_messages_author` ON `admission_messages` (`author_id`) WHERE author_id is not null;
CREATE TABLE `admissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`prospect_id` integer,
	`form_id` integer NOT NULL,
	`form_number` integer NOT NULL,
	`answers` text NOT NULL,
	`corrections` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`by_code` text,
	`words` text,
	`retry_on` text,
	`sent_on` text,
	`number_of_day` integer,
	`sent_at` text,
	`answered_at` text,
	`decided_at` text,
	`decided_by` text,
	`kept_from` text NOT NULL,
	`purged_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prospect_id`) REFERENCES `prospects`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `admissions_open` ON `admissions` (`user_id`,`form_id`) WHERE status in ('draft', 'sent');
CREATE INDEX `admissions_own` ON `admissions` (`user_id`,`id`);
CREATE INDEX `admissions_prospect` ON `admissions` (`prospect_id`,`id`) WHERE prospect_id is not null;
CREATE INDEX `admissions_day` ON `admissions` (`organization_id`,`sent_on`,`number_of_day`) WHERE sent_on is not null;
CREATE INDEX `admissions_waiting` ON `admissions` (`organization_id`,`id`) WHERE status = 'sent' and answered_at is null;
CREATE INDEX `admissions_due` ON `admissions` (`organization_id`,`kept_from`) WHERE status in ('draft', 'declined', 'withdrawn') and purged_at is null;
CREATE TABLE `answer_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`text_en` text NOT NULL,
	`text_da` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `answer_templates_of` ON `answer_templates` (`organization_id`);
CREATE TABLE `door_blocks` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`by` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`, `value`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `doors` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`is_closed` integer DEFAULT false NOT NULL,
	`closed_until` text,
	`needs_en` text DEFAULT '' NOT NULL,
	`needs_da` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_settings_doors_insert AFTER INSERT ON doors
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_doors_update AFTER UPDATE ON doors
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_answer_templates_insert AFTER INSERT ON answer_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_answer_templates_update AFTER UPDATE ON answer_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_answer_templates_delete AFTER DELETE ON answer_templates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_forms_forms_insert AFTER INSERT ON forms
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_forms_update AFTER UPDATE ON forms
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_forms_delete AFTER DELETE ON forms
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_admissions_insert AFTER INSERT ON admissions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_admissions_delete AFTER DELETE ON admissions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_admissions_update AFTER UPDATE ON admissions
WHEN new.status <> old.status OR new.form_number <> old.form_number
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_admissions_admissions_insert AFTER INSERT ON admissions
WHEN new.status <> 'draft'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"admissions":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.admissions', coalesce(topics ->> '$.admissions', 0) + 1);
END;

CREATE TRIGGER revisions_admissions_admissions_update AFTER UPDATE ON admissions
WHEN new.status <> 'draft'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"admissions":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.admissions', coalesce(topics ->> '$.admissions', 0) + 1);
END;

CREATE TRIGGER revisions_admissions_admissions_delete AFTER DELETE ON admissions
WHEN old.status <> 'draft'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"admissions":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.admissions', coalesce(topics ->> '$.admissions', 0) + 1);
END;

CREATE TRIGGER revisions_admissions_admission_messages_insert AFTER INSERT ON admission_messages
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"admissions":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.admissions', coalesce(topics ->> '$.admissions', 0) + 1);
END;
