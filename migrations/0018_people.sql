-- Members are ordered by when they were last seen anywhere: in Discord or in the app.
DROP INDEX members_seen;
DROP INDEX members_role;
DROP INDEX members_presence;
DROP INDEX members_never_signed_in;
ALTER TABLE `members` ADD `used_at` text;
ALTER TABLE `members` DROP COLUMN `seen_position`;
ALTER TABLE `members` ADD `seen_position` text GENERATED ALWAYS AS (max(coalesce(last_seen_at, ''), coalesce(used_at, '')) || printf(' %012d', 999999999999 - id)) VIRTUAL NOT NULL;
UPDATE members SET used_at = (SELECT max(last_seen_at) FROM sessions WHERE sessions.user_id = members.user_id);
CREATE INDEX members_seen ON members (organization_id, status, seen_position);
CREATE INDEX members_role ON members (role_id, seen_position);
CREATE INDEX members_presence ON members (organization_id, in_discord, seen_position);
CREATE INDEX members_never_signed_in ON members (organization_id, seen_position) WHERE has_signed_in = 0;

ALTER TABLE `ship_syncs` ADD `started_by` text;

-- Users without a membership are listed after the members.
ALTER TABLE `users` ADD `is_member` integer DEFAULT false NOT NULL;
ALTER TABLE `users` ADD `list_position` text GENERATED ALWAYS AS (char(9) || printf('%012d', id)) VIRTUAL NOT NULL;
UPDATE users SET is_member = 1 WHERE id IN (SELECT user_id FROM members);
CREATE INDEX `users_without_role` ON `users` (`organization_id`,`list_position`) WHERE is_member = 0;

CREATE TRIGGER users_is_member_insert AFTER INSERT ON members
BEGIN
  UPDATE users SET is_member = 1 WHERE id = new.user_id AND is_member = 0;
END;

CREATE TRIGGER members_used_at AFTER UPDATE OF last_seen_at ON sessions
BEGIN
  UPDATE members SET used_at = new.last_seen_at WHERE user_id = new.user_id AND coalesce(used_at, '') < new.last_seen_at;
END;

CREATE TRIGGER users_is_member_delete AFTER DELETE ON members
BEGIN
  UPDATE users SET is_member = 0 WHERE id = old.user_id;
END;

DROP TRIGGER revisions_members_members_update;

CREATE TRIGGER revisions_members_members_update AFTER UPDATE ON members
WHEN old.last_seen_at IS new.last_seen_at AND old.used_at IS new.used_at
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;
