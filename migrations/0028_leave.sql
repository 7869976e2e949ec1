CREATE TABLE `leaves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`note` text,
	`added_by` text,
	`position` text GENERATED ALWAYS AS (to_day || printf(' %012d', id)) VIRTUAL NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `members`(`user_id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `leaves_of` ON `leaves` (`user_id`,`to_day`,`from_day`);
CREATE INDEX `leaves_order` ON `leaves` (`organization_id`,`position`);
ALTER TABLE `members` ADD `leaves` text;
DROP TRIGGER revisions_members_members_update;

CREATE TRIGGER revisions_members_members_update AFTER UPDATE ON members
WHEN old.last_seen_at IS new.last_seen_at AND old.used_at IS new.used_at AND old.leaves IS new.leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_leaves_insert AFTER INSERT ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_leaves_update AFTER UPDATE ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_leaves_delete AFTER DELETE ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_leaves_leaves_insert AFTER INSERT ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaves":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaves', coalesce(topics ->> '$.leaves', 0) + 1);
END;

CREATE TRIGGER revisions_leaves_leaves_update AFTER UPDATE ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaves":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaves', coalesce(topics ->> '$.leaves', 0) + 1);
END;

CREATE TRIGGER revisions_leaves_leaves_delete AFTER DELETE ON leaves
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaves":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaves', coalesce(topics ->> '$.leaves', 0) + 1);
END;
