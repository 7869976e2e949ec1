CREATE TABLE `organization_pictures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`caption_en` text,
	`caption_da` text,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` text NOT NULL,
	`bytes` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `organization_pictures_of` ON `organization_pictures` (`organization_id`);
CREATE TABLE `organization_profiles` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`sentence_en` text,
	`sentence_da` text,
	`text_en` text,
	`text_da` text,
	`looks_for_en` text,
	`looks_for_da` text,
	`since` integer,
	`invite` text,
	`symbol` text,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_settings_organization_profiles_insert AFTER INSERT ON organization_profiles
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_profiles_update AFTER UPDATE ON organization_profiles
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_pictures_insert AFTER INSERT ON organization_pictures
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_pictures_update AFTER UPDATE ON organization_pictures
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_pictures_delete AFTER DELETE ON organization_pictures
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;
