CREATE TABLE `discord_mapping_sets` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	`giving_until` text,
	FOREIGN KEY (`id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `discord_wishes` (
	`organization_id` integer NOT NULL,
	`discord_id` text NOT NULL,
	`wished_at` text NOT NULL,
	`tried_at` text,
	`problem` text,
	PRIMARY KEY(`organization_id`, `discord_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `retired_mappings` (
	`organization_id` integer NOT NULL,
	`discord_role_id` text NOT NULL,
	`role_id` integer NOT NULL,
	`discord_role_name` text NOT NULL,
	`gives_in_discord` integer NOT NULL,
	`retired_by` text,
	`retired_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `discord_role_id`, `role_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

PRAGMA foreign_keys=OFF;
CREATE TABLE `__new_discord_role_mappings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`discord_role_id` text NOT NULL,
	`discord_role_name` text NOT NULL,
	`priority` integer NOT NULL,
	`gives_in_discord` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE cascade
);

INSERT INTO `__new_discord_role_mappings`("id", "organization_id", "role_id", "discord_role_id", "discord_role_name", "priority", "gives_in_discord") SELECT "id", "organization_id", "role_id", "discord_role_id", "discord_role_name", "priority", 0 FROM `discord_role_mappings`;
DROP TABLE `discord_role_mappings`;
ALTER TABLE `__new_discord_role_mappings` RENAME TO `discord_role_mappings`;
PRAGMA foreign_keys=ON;
CREATE UNIQUE INDEX `discord_role_mappings_role` ON `discord_role_mappings` (`organization_id`,`discord_role_id`);
CREATE INDEX `discord_role_mappings_of` ON `discord_role_mappings` (`role_id`);
ALTER TABLE `sync_runs` ADD `mode` text;
ALTER TABLE `sync_runs` ADD `losses` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `taken` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `held` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `role_changes` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `cleaned` integer DEFAULT 0 NOT NULL;
CREATE TRIGGER revisions_discord_roles_discord_mapping_sets_update AFTER UPDATE OF version ON discord_mapping_sets
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT new.id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_wishes_insert AFTER INSERT ON discord_wishes
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_wishes_update AFTER UPDATE ON discord_wishes
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_wishes_delete AFTER DELETE ON discord_wishes
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_gives_discord_role_mappings_insert AFTER INSERT ON discord_role_mappings
WHEN new.gives_in_discord
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_gives', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_gives_discord_role_mappings_update AFTER UPDATE ON discord_role_mappings
WHEN new.gives_in_discord
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_gives', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand

INSERT INTO discord_mapping_sets (id, updated_at) SELECT id, created_at FROM organizations;

CREATE TRIGGER discord_mapping_sets_insert AFTER INSERT ON organizations
BEGIN
  INSERT INTO discord_mapping_sets (id, updated_at) VALUES (new.id, new.created_at);
END;

-- Whatever deletes a mapping, a role's deletion included: what people have by it is known until a sync has taken it.

CREATE TRIGGER retired_mappings_delete AFTER DELETE ON discord_role_mappings
BEGIN
  INSERT INTO retired_mappings (organization_id, discord_role_id, role_id, discord_role_name, gives_in_discord, retired_at)
    VALUES (old.organization_id, old.discord_role_id, old.role_id, old.discord_role_name, old.gives_in_discord,
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ON CONFLICT DO NOTHING;
END;

-- Who is given or loses a role here that is also given in Discord, by whatever statement: their Discord roles follow.

CREATE TRIGGER discord_wishes_update AFTER UPDATE OF role_id, status ON members
WHEN (old.role_id <> new.role_id AND new.role_source = 'person') OR old.status <> new.status
BEGIN
  INSERT INTO discord_wishes (organization_id, discord_id, wished_at)
    SELECT new.organization_id, discord_id, new.updated_at FROM users
    WHERE id = new.user_id AND discord_id IS NOT NULL AND new.in_discord AND EXISTS (
      SELECT 1 FROM discord_role_mappings WHERE role_id IN (old.role_id, new.role_id) AND gives_in_discord)
    ON CONFLICT DO UPDATE SET wished_at = excluded.wished_at, tried_at = NULL, problem = NULL;
END;

CREATE TRIGGER discord_wishes_insert AFTER INSERT ON members
WHEN new.role_source = 'person'
BEGIN
  INSERT INTO discord_wishes (organization_id, discord_id, wished_at)
    SELECT new.organization_id, discord_id, new.updated_at FROM users
    WHERE id = new.user_id AND discord_id IS NOT NULL AND new.in_discord AND EXISTS (
      SELECT 1 FROM discord_role_mappings WHERE role_id = new.role_id AND gives_in_discord)
    ON CONFLICT DO UPDATE SET wished_at = excluded.wished_at, tried_at = NULL, problem = NULL;
END;
