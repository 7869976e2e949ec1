CREATE TABLE `team_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`team_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`form_number` integer NOT NULL,
	`answers` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`message` text,
	`decided_by` text,
	`decided_at` text,
	`purged_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `team_applications_own` ON `team_applications` (`user_id`,`team_id`,`id`);
CREATE UNIQUE INDEX `team_applications_open` ON `team_applications` (`user_id`,`team_id`) WHERE status = 'pending';
CREATE INDEX `team_applications_waiting` ON `team_applications` (`team_id`,`id`) WHERE status = 'pending';
CREATE INDEX `team_applications_decided` ON `team_applications` (`team_id`,`id`) WHERE status in ('accepted', 'declined');
CREATE INDEX `team_applications_due` ON `team_applications` (`organization_id`,`decided_at`) WHERE status = 'declined' and purged_at is null;
CREATE TABLE `teams` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`form_id` integer NOT NULL,
	`reviewer_role_id` integer,
	`role_id` integer,
	`is_open` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reviewer_role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE UNIQUE INDEX `teams_form` ON `teams` (`form_id`);
CREATE UNIQUE INDEX `teams_name` ON `teams` (`organization_id`,`name`);
CREATE TRIGGER revisions_forms_team_applications_insert AFTER INSERT ON team_applications
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_team_applications_delete AFTER DELETE ON team_applications
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_teams_teams_insert AFTER INSERT ON teams
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_teams_update AFTER UPDATE ON teams
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_team_applications_insert AFTER INSERT ON team_applications
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_team_applications_update AFTER UPDATE ON team_applications
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_team_applications_delete AFTER DELETE ON team_applications
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_roles_update AFTER UPDATE ON roles
WHEN new.name <> old.name
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;

CREATE TRIGGER revisions_teams_forms_update AFTER UPDATE ON forms
WHEN new.live_number IS NOT old.live_number
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"teams":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.teams', coalesce(topics ->> '$.teams', 0) + 1);
END;
