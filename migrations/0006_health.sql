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
CREATE TABLE `ship_syncs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`status` text NOT NULL,
	`records_processed` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `ship_syncs_newest` ON `ship_syncs` (`organization_id`,`id`);
ALTER TABLE `organization_settings` ADD `updated_by` text;
ALTER TABLE `organization_settings` ADD `version` integer DEFAULT 1 NOT NULL;
CREATE INDEX `prospects_test` ON `prospects` (`organization_id`,`username`) WHERE is_test = 1;
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
