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
CREATE TRIGGER revisions_backups_backups_insert AFTER INSERT ON backups
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'backups', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;
