CREATE TABLE `password_links` (
	`member_id` integer PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `password_links_token` ON `password_links` (`token_hash`);
DROP INDEX `prospects_assignee`;
CREATE INDEX `prospects_assignee` ON `prospects` (`assigned_to`,`organization_id`,`stage`,`position`);
ALTER TABLE `members` ADD `has_signed_in` integer DEFAULT false NOT NULL;
CREATE INDEX `members_never_signed_in` ON `members` (`organization_id`,`seen_position`) WHERE has_signed_in = 0;
ALTER TABLE `users` ADD `signed_in_at` text;
DROP TRIGGER revisions_members_users_update;

CREATE TRIGGER revisions_members_users_update AFTER UPDATE OF display_name, username, avatar, email ON users
WHEN old.signed_in_at IS new.signed_in_at AND (old.display_name IS NOT new.display_name OR old.username IS NOT new.username OR old.avatar IS NOT new.avatar OR old.email IS NOT new.email)
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand

-- The history of members stays when they are deleted, and says which Discord role decided.

CREATE TABLE new_member_history (
  id integer PRIMARY KEY NOT NULL,
  member_id integer NOT NULL,
  action text NOT NULL,
  performed_by text NOT NULL,
  performed_by_id integer,
  previous_value text,
  new_value text,
  because text,
  created_at text NOT NULL
);
INSERT INTO new_member_history (id, member_id, action, performed_by, performed_by_id, previous_value, new_value, created_at)
  SELECT id, member_id, action, performed_by, performed_by_id, previous_value, new_value, created_at FROM member_history;
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
