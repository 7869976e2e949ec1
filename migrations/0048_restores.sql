CREATE TABLE `restore_rows` (
	`restore_id` integer NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL,
	`data` text NOT NULL,
	`change` text,
	PRIMARY KEY(`restore_id`, `table_name`, `key`)
) WITHOUT ROWID;

CREATE INDEX `restore_rows_changed` ON `restore_rows` (`restore_id`,`change`,`table_name`,`key`) WHERE change is not null;
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`confirm` text NOT NULL,
	`document` text NOT NULL,
	`sections` text NOT NULL,
	`locked_secrets` integer NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`steps` text NOT NULL,
	`done` integer NOT NULL,
	`revisions` text,
	`started_at` text,
	`started_by` text,
	`started_by_id` integer,
	`finished_at` text,
	`problem` text,
	`before_id` integer,
	`kept_until` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `restores_of` ON `restores` (`organization_id`,`id`);
CREATE TABLE `pauses` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`since` text NOT NULL,
	`by` text NOT NULL,
	`is_locked` integer NOT NULL
);

CREATE TRIGGER revisions_restores_restores_insert AFTER INSERT ON restores
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"restores":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.restores', coalesce(topics ->> '$.restores', 0) + 1);
END;

CREATE TRIGGER revisions_restores_restores_update AFTER UPDATE ON restores
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"restores":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.restores', coalesce(topics ->> '$.restores', 0) + 1);
END;

CREATE TRIGGER revisions_restores_restores_delete AFTER DELETE ON restores
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"restores":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.restores', coalesce(topics ->> '$.restores', 0) + 1);
END;

CREATE TRIGGER revisions_pauses_pauses_insert AFTER INSERT ON pauses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"pauses":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.pauses', coalesce(topics ->> '$.pauses', 0) + 1);
END;

CREATE TRIGGER revisions_pauses_pauses_update AFTER UPDATE ON pauses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"pauses":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.pauses', coalesce(topics ->> '$.pauses', 0) + 1);
END;

CREATE TRIGGER revisions_pauses_pauses_delete AFTER DELETE ON pauses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"pauses":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.pauses', coalesce(topics ->> '$.pauses', 0) + 1);
END;
