-- The queue of members whose roles in Discord have to follow their role here gets a name that says so.

DROP TRIGGER revisions_discord_roles_discord_wishes_insert;
DROP TRIGGER revisions_discord_roles_discord_wishes_update;
DROP TRIGGER revisions_discord_roles_discord_wishes_delete;
DROP TRIGGER discord_wishes_update;
DROP TRIGGER discord_wishes_insert;
ALTER TABLE `discord_wishes` RENAME TO `discord_role_updates`;
ALTER TABLE `discord_role_updates` RENAME COLUMN "wished_at" TO "requested_at";

-- An entry of the audit log names the permission that reads it.

DROP TRIGGER revisions_activity_audit_log_insert;
DROP TRIGGER audit_log_frozen;
DROP TRIGGER contracts_assignee_left;
DROP TRIGGER contracts_assignee_deleted;
DROP INDEX `audit_log_feed`;
DROP INDEX `audit_log_own_prospects`;
ALTER TABLE `audit_log` RENAME COLUMN "audience" TO "readers";
UPDATE audit_log SET readers = CASE readers WHEN 'admin' THEN 'admin.users' ELSE readers || '.read' END
  WHERE readers IN ('admin', 'prospects', 'contracts');
CREATE INDEX `audit_log_feed` ON `audit_log` (`organization_id`,`readers`,`id`) WHERE readers <> 'private';
CREATE INDEX `audit_log_own_prospects` ON `audit_log` (`organization_id`,`actor_user_id`,`id`) WHERE readers = 'prospects.read';

-- An application has a kind. The highest id that was ever given is kept, so that none is given twice.

CREATE TABLE `__new_contract_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`contract_id` integer,
	`user_id` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`discord_username` text NOT NULL,
	`timezone` text NOT NULL,
	`rsi_handle` text,
	`experience` text NOT NULL,
	`ship_type` text NOT NULL,
	`availability` text NOT NULL,
	`background_check` integer NOT NULL,
	`references` text,
	`additional_notes` text,
	`message` text,
	`decided_by` text,
	`decided_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "contract_applications_kind" CHECK((kind = 'contract') = (contract_id is not null))
);
INSERT INTO `__new_contract_applications` ("kind", "id", "organization_id", "contract_id", "user_id", "status", "first_name", "last_name", "discord_username", "timezone", "rsi_handle", "experience", "ship_type", "availability", "background_check", "references", "additional_notes", "message", "decided_by", "decided_at", "version", "created_at", "updated_at")
  SELECT iif(contract_id IS NULL, 'security', 'contract'), "id", "organization_id", "contract_id", "user_id", "status", "first_name", "last_name", "discord_username", "timezone", "rsi_handle", "experience", "ship_type", "availability", "background_check", "references", "additional_notes", "message", "decided_by", "decided_at", "version", "created_at", "updated_at" FROM `contract_applications`;
DELETE FROM sqlite_sequence WHERE name = '__new_contract_applications';
INSERT INTO sqlite_sequence (name, seq)
  SELECT '__new_contract_applications', seq FROM sqlite_sequence WHERE name = 'contract_applications';
DROP TABLE `contract_applications`;
ALTER TABLE `__new_contract_applications` RENAME TO `contract_applications`;
CREATE UNIQUE INDEX `contract_applications_open` ON `contract_applications` (`user_id`,`contract_id`) WHERE status = 'pending' and kind = 'contract';
CREATE UNIQUE INDEX `contract_applications_open_security` ON `contract_applications` (`user_id`) WHERE status = 'pending' and kind = 'security';
CREATE INDEX `contract_applications_of` ON `contract_applications` (`contract_id`,`id`) WHERE contract_id is not null;
CREATE INDEX `contract_applications_own` ON `contract_applications` (`user_id`,`id`);
CREATE INDEX `contract_applications_security` ON `contract_applications` (`organization_id`,`id`) WHERE kind = 'security';

-- The triggers of these tables, under the new names.

CREATE TRIGGER audit_log_frozen BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;

-- Who is given or loses a role here that is also given in Discord, by whatever statement: their Discord roles follow.

CREATE TRIGGER discord_role_updates_update AFTER UPDATE OF role_id, status ON members
WHEN (old.role_id <> new.role_id AND new.role_source = 'person') OR old.status <> new.status
BEGIN
  INSERT INTO discord_role_updates (organization_id, discord_id, requested_at)
    SELECT new.organization_id, discord_id, new.updated_at FROM users
    WHERE id = new.user_id AND discord_id IS NOT NULL AND new.in_discord AND EXISTS (
      SELECT 1 FROM discord_role_mappings WHERE role_id IN (old.role_id, new.role_id) AND gives_in_discord)
    ON CONFLICT DO UPDATE SET requested_at = excluded.requested_at, tried_at = NULL, problem = NULL;
END;

CREATE TRIGGER discord_role_updates_insert AFTER INSERT ON members
WHEN new.role_source = 'person'
BEGIN
  INSERT INTO discord_role_updates (organization_id, discord_id, requested_at)
    SELECT new.organization_id, discord_id, new.updated_at FROM users
    WHERE id = new.user_id AND discord_id IS NOT NULL AND new.in_discord AND EXISTS (
      SELECT 1 FROM discord_role_mappings WHERE role_id = new.role_id AND gives_in_discord)
    ON CONFLICT DO UPDATE SET requested_at = excluded.requested_at, tried_at = NULL, problem = NULL;
END;

-- A contract whose assignee leaves, or leaves the Discord server, before the work is done is open again.
CREATE TRIGGER contracts_assignee_left AFTER UPDATE OF status, in_discord ON members
WHEN (old.status = 'active' AND new.status <> 'active') OR (old.in_discord AND NOT new.in_discord)
BEGIN
  INSERT INTO contract_history (contract_id, action, performed_by, previous_value, new_value, created_at)
    SELECT contracts.id, 'returned', 'Command Centre', users.display_name, 'open', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = new.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  INSERT INTO audit_log (organization_id, action, readers, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    SELECT new.organization_id, 'contract.returned', 'contracts.read', 'job', 'Command Centre', contracts.id, contracts.title,
      json_object('assignee', users.display_name), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = new.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  UPDATE contracts SET status = 'open', assigned_to = NULL, version = version + 1,
      updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE assigned_to = new.user_id AND status in ('accepted', 'posted', 'open', 'active');
END;

CREATE TRIGGER contracts_assignee_deleted BEFORE DELETE ON members
BEGIN
  INSERT INTO contract_history (contract_id, action, performed_by, previous_value, new_value, created_at)
    SELECT contracts.id, 'returned', 'Command Centre', users.display_name, 'open', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = old.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  INSERT INTO audit_log (organization_id, action, readers, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    SELECT old.organization_id, 'contract.returned', 'contracts.read', 'job', 'Command Centre', contracts.id, contracts.title,
      json_object('assignee', users.display_name), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = old.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  UPDATE contracts SET status = 'open', assigned_to = NULL, version = version + 1,
      updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE assigned_to = old.user_id AND status in ('accepted', 'posted', 'open', 'active');
END;

-- An application that goes with its user no longer waits for an answer.
CREATE TRIGGER contract_applications_deleted AFTER DELETE ON contract_applications
WHEN old.status = 'pending' AND old.kind = 'contract'
BEGIN
  UPDATE contracts SET applications = applications - 1 WHERE id = old.contract_id;
END;

CREATE TRIGGER revisions_applications_contract_applications_insert AFTER INSERT ON contract_applications
WHEN new.kind = 'security'
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'applications', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_applications_contract_applications_update AFTER UPDATE ON contract_applications
WHEN new.kind = 'security'
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'applications', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_insert AFTER INSERT ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_update AFTER UPDATE ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_delete AFTER DELETE ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord_roles', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_activity_audit_log_insert AFTER INSERT ON audit_log
WHEN new.readers <> 'private'
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'activity', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
