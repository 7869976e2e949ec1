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
