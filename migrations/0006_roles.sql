CREATE TABLE `custom_permissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`category` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `custom_permissions_key` ON `custom_permissions` (`organization_id`,`key`);
DROP TRIGGER revisions_members_roles_update;

CREATE TRIGGER revisions_members_roles_insert AFTER INSERT ON roles
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_roles_update AFTER UPDATE ON roles
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_roles_delete AFTER DELETE ON roles
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_permissions_custom_permissions_insert AFTER INSERT ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'permissions', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_permissions_custom_permissions_update AFTER UPDATE ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'permissions', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_permissions_custom_permissions_delete AFTER DELETE ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'permissions', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
