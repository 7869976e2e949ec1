CREATE TABLE `backups` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_id` integer NOT NULL,
	`bytes` integer NOT NULL,
	`tables` integer NOT NULL,
	`rows` integer NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `backups_of` ON `backups` (`organization_id`,`id`);
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

CREATE TABLE `health_hours` (
	`organization_id` integer NOT NULL,
	`hour` text NOT NULL,
	`checks` text NOT NULL,
	PRIMARY KEY(`organization_id`, `hour`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `health_looks` (
	`organization_id` integer PRIMARY KEY NOT NULL,
	`started_at` text NOT NULL
);

CREATE TABLE `job_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`scheduled_at` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`lease_until` text NOT NULL,
	`outcome` text NOT NULL,
	`error` text,
	`counts` text
);

CREATE UNIQUE INDEX `job_runs_tick` ON `job_runs` (`organization_id`,`name`,`scheduled_at`);
CREATE UNIQUE INDEX `job_runs_one` ON `job_runs` (`organization_id`,`name`) WHERE outcome = 'running';
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
CREATE TABLE `password_links` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `password_links_token` ON `password_links` (`token_hash`);
CREATE TABLE `ship_syncs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`status` text NOT NULL,
	`records_processed` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `ship_syncs_newest` ON `ship_syncs` (`organization_id`,`id`);
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
CREATE UNIQUE INDEX `discord_role_mappings_role` ON `discord_role_mappings` (`organization_id`,`discord_role_id`);
CREATE INDEX `discord_role_mappings_of` ON `discord_role_mappings` (`role_id`);
DROP INDEX `prospects_assignee`;
CREATE INDEX `prospects_test` ON `prospects` (`organization_id`,`username`) WHERE is_test = 1;
CREATE INDEX `prospects_assignee` ON `prospects` (`assigned_to`,`organization_id`,`stage`,`position`);
ALTER TABLE `sync_runs` ADD `mode` text;
ALTER TABLE `sync_runs` ADD `losses` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `taken` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `held` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `role_changes` integer DEFAULT 0 NOT NULL;
ALTER TABLE `sync_runs` ADD `cleaned` integer DEFAULT 0 NOT NULL;
ALTER TABLE `members` ADD `has_signed_in` integer DEFAULT false NOT NULL;
CREATE INDEX `members_never_signed_in` ON `members` (`organization_id`,`seen_position`) WHERE has_signed_in = 0;
ALTER TABLE `organization_settings` ADD `updated_by` text;
ALTER TABLE `organization_settings` ADD `version` integer DEFAULT 1 NOT NULL;
ALTER TABLE `users` ADD `signed_in_at` text;
DROP TRIGGER revisions_members_users_update;

DROP TRIGGER revisions_members_roles_update;

CREATE TRIGGER revisions_members_users_update AFTER UPDATE OF display_name, username, avatar, email ON users
WHEN old.signed_in_at IS new.signed_in_at AND (old.display_name IS NOT new.display_name OR old.username IS NOT new.username OR old.avatar IS NOT new.avatar OR old.email IS NOT new.email)
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

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

CREATE TRIGGER revisions_backups_backups_insert AFTER INSERT ON backups
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'backups', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ships_ship_syncs_insert AFTER INSERT ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ships', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ships_ship_syncs_update AFTER UPDATE ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ships', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_health_health_hours_insert AFTER INSERT ON health_hours
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'health', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_health_health_hours_update AFTER UPDATE ON health_hours
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'health', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_health_job_runs_insert AFTER INSERT ON job_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'health', 1 FROM (SELECT nullif(new.organization_id, 0) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_health_job_runs_update AFTER UPDATE ON job_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'health', 1 FROM (SELECT nullif(new.organization_id, 0) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;

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

-- The history of members stays when they are deleted, and says which Discord role decided.

CREATE TABLE new_member_history (
  id integer PRIMARY KEY NOT NULL,
  organization_id integer NOT NULL,
  member_id integer NOT NULL,
  action text NOT NULL,
  performed_by text NOT NULL,
  performed_by_id integer,
  previous_value text,
  new_value text,
  because text,
  created_at text NOT NULL
);
INSERT INTO new_member_history (id, organization_id, member_id, action, performed_by, performed_by_id, previous_value, new_value, created_at)
  SELECT h.id, m.organization_id, h.member_id, h.action, h.performed_by, h.performed_by_id, h.previous_value, h.new_value, h.created_at
  FROM member_history h JOIN members m ON m.id = h.member_id;
DROP TABLE member_history;
ALTER TABLE new_member_history RENAME TO member_history;
CREATE INDEX member_history_of ON member_history (member_id, id);
CREATE TRIGGER member_history_frozen BEFORE UPDATE ON member_history
BEGIN
  SELECT RAISE(ABORT, 'history cannot be edited');
END;

-- Who has signed in so far, as sessions and the audit log know.

UPDATE users SET signed_in_at = known.at FROM (
  SELECT user_id, min(at) AS at FROM (
    SELECT user_id, created_at AS at FROM sessions
    UNION ALL
    SELECT actor_user_id, created_at FROM audit_log WHERE action = 'user.signed_in'
  ) GROUP BY user_id
) known WHERE users.id = known.user_id;
UPDATE members SET has_signed_in = 1 WHERE user_id IN (SELECT id FROM users WHERE signed_in_at IS NOT NULL);
