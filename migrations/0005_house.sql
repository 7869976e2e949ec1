-- Searching names and ids only; filters are plain SQL over two indexes.

DROP TRIGGER prospect_search_insert;
DROP TRIGGER prospect_search_delete;
DROP TRIGGER prospect_search_update;
DROP TABLE prospect_search;

DROP INDEX prospects_all;
DROP INDEX prospects_stage;
DROP INDEX prospects_status;
DROP INDEX prospects_assignee;
DROP INDEX prospects_assignee_due;
DROP INDEX prospects_assignee_status;
DROP INDEX prospects_open_tasks;
DROP INDEX prospects_open_work;
ALTER TABLE prospects DROP COLUMN due_facets;
ALTER TABLE prospects DROP COLUMN facets;
ALTER TABLE prospects DROP COLUMN due;
ALTER TABLE prospects ADD position text GENERATED ALWAYS AS (coalesce(deadline, '~') || printf(' %012d', id)) VIRTUAL;
CREATE INDEX prospects_order ON prospects (organization_id, position);
CREATE INDEX prospects_stage ON prospects (organization_id, stage, position);
CREATE INDEX prospects_assignee ON prospects (organization_id, assigned_to, stage, position);

-- The index keeps no copy of the names. What each name begins with is found by the marks before it.

CREATE VIRTUAL TABLE prospect_search USING fts5(organization, display_name, username, discord_id, content='', tokenize='trigram');

INSERT INTO prospect_search (rowid, organization, display_name, username, discord_id)
  SELECT id, 'org' || organization_id || '.', '^^' || display_name, '^^' || username, discord_id FROM prospects;

CREATE TRIGGER prospect_search_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO prospect_search (rowid, organization, display_name, username, discord_id)
    VALUES (new.id, 'org' || new.organization_id || '.', '^^' || new.display_name, '^^' || new.username, new.discord_id);
END;

CREATE TRIGGER prospect_search_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, organization, display_name, username, discord_id)
    VALUES ('delete', old.id, 'org' || old.organization_id || '.', '^^' || old.display_name, '^^' || old.username, old.discord_id);
END;

CREATE TRIGGER prospect_search_update AFTER UPDATE OF display_name, username, discord_id ON prospects
WHEN old.discord_id IS NOT new.discord_id OR old.display_name <> new.display_name OR old.username <> new.username
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, organization, display_name, username, discord_id)
    VALUES ('delete', old.id, 'org' || old.organization_id || '.', '^^' || old.display_name, '^^' || old.username, old.discord_id);
  INSERT INTO prospect_search (rowid, organization, display_name, username, discord_id)
    VALUES (new.id, 'org' || new.organization_id || '.', '^^' || new.display_name, '^^' || new.username, new.discord_id);
END;

-- Who sees every prospect is a permission.

UPDATE roles SET permissions = json_insert(permissions, '$[#]', 'prospects.read_all'), version = version + 1
  WHERE is_system = 1 AND key <> 'onboarding_team';

-- A sign-in costs as few rows as it can: attempts without row ids, entries that nobody reads in no index.

DROP TABLE attempts;
CREATE TABLE attempts (
  key text PRIMARY KEY NOT NULL,
  count integer NOT NULL,
  window_ends_at text NOT NULL
) WITHOUT ROWID;

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  record_id integer NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

-- Bots remember who added them. Upkeep once a day needs no index of its own.

ALTER TABLE bots ADD created_by integer;
DROP INDEX bot_runs_age;
DROP INDEX gateway_reports_age;

-- Entries and sessions need no counter beside their ids: one row less with every change.

CREATE TABLE new_audit_log (
  id integer PRIMARY KEY NOT NULL,
  organization_id integer NOT NULL,
  action text NOT NULL,
  audience text NOT NULL,
  actor_kind text NOT NULL,
  actor_user_id integer,
  actor_name text NOT NULL,
  entity_id integer,
  entity_name text,
  details text,
  created_at text NOT NULL
);
INSERT INTO new_audit_log SELECT id, organization_id, action, audience, actor_kind, actor_user_id, actor_name, entity_id, entity_name, details, created_at FROM audit_log;
DROP TABLE audit_log;
ALTER TABLE new_audit_log RENAME TO audit_log;
CREATE INDEX audit_log_feed ON audit_log (organization_id, audience, id) WHERE audience <> 'private';
CREATE INDEX audit_log_own_prospects ON audit_log (organization_id, actor_user_id, id) WHERE audience = 'prospects';
CREATE TRIGGER audit_log_frozen BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;

CREATE TABLE new_prospect_history (
  id integer PRIMARY KEY NOT NULL,
  prospect_id integer NOT NULL REFERENCES prospects (id) ON DELETE CASCADE,
  action text NOT NULL,
  performed_by text NOT NULL,
  performed_by_id integer,
  previous_value text,
  new_value text,
  notes text,
  changes text,
  minutes integer,
  created_at text NOT NULL
);
INSERT INTO new_prospect_history SELECT id, prospect_id, action, performed_by, performed_by_id, previous_value, new_value, notes, changes, minutes, created_at FROM prospect_history;
DROP TABLE prospect_history;
ALTER TABLE new_prospect_history RENAME TO prospect_history;
CREATE INDEX prospect_history_of ON prospect_history (prospect_id, id);
CREATE TRIGGER prospect_history_frozen BEFORE UPDATE ON prospect_history
BEGIN
  SELECT RAISE(ABORT, 'history cannot be edited');
END;

CREATE TABLE new_sessions (
  id integer PRIMARY KEY NOT NULL,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash text NOT NULL,
  method text NOT NULL,
  user_agent text,
  created_at text NOT NULL,
  last_seen_at text NOT NULL,
  expires_at text NOT NULL
);
INSERT INTO new_sessions SELECT id, user_id, token_hash, method, user_agent, created_at, last_seen_at, expires_at FROM sessions;
DROP TABLE sessions;
ALTER TABLE new_sessions RENAME TO sessions;
CREATE UNIQUE INDEX sessions_token ON sessions (token_hash);
CREATE INDEX sessions_user ON sessions (user_id);

DROP INDEX bulk_changes_age;
DROP INDEX prospects_user;
CREATE UNIQUE INDEX prospects_user ON prospects (user_id) WHERE user_id IS NOT NULL;

-- Members: who is in the Discord server, when each was last seen, and their history.

ALTER TABLE members ADD in_discord integer DEFAULT 0 NOT NULL;
ALTER TABLE members ADD last_seen_at text;
UPDATE members SET
  in_discord = EXISTS (SELECT 1 FROM prospects p WHERE p.user_id = members.user_id AND p.discord_status = 'active'),
  last_seen_at = (SELECT discord_last_seen FROM prospects p WHERE p.user_id = members.user_id);
ALTER TABLE members ADD seen_position text GENERATED ALWAYS AS (coalesce(last_seen_at, '') || printf(' %012d', 999999999999 - id)) VIRTUAL;
ALTER TABLE members ADD joined_position text GENERATED ALWAYS AS (joined_at || printf(' %012d', id)) VIRTUAL;
DROP INDEX members_list;
DROP INDEX members_role;
CREATE INDEX members_seen ON members (organization_id, status, seen_position);
CREATE INDEX members_role ON members (role_id, seen_position);
CREATE INDEX members_presence ON members (organization_id, in_discord, seen_position);
CREATE INDEX members_joined ON members (organization_id, joined_position);

CREATE TABLE member_history (
  id integer PRIMARY KEY NOT NULL,
  member_id integer NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  action text NOT NULL,
  performed_by text NOT NULL,
  performed_by_id integer,
  previous_value text,
  new_value text,
  created_at text NOT NULL
);
CREATE INDEX member_history_of ON member_history (member_id, id);
CREATE TRIGGER member_history_frozen BEFORE UPDATE ON member_history
BEGIN
  SELECT RAISE(ABORT, 'history cannot be edited');
END;

-- Totals by role, status and presence, kept by triggers.

DROP TRIGGER member_totals_insert;
DROP TRIGGER member_totals_delete;
DROP TRIGGER member_totals_update;
DROP TABLE member_totals;
CREATE TABLE member_totals (
  organization_id integer NOT NULL,
  role_id integer NOT NULL,
  status text NOT NULL,
  in_discord integer NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (organization_id, role_id, status, in_discord)
) WITHOUT ROWID;
INSERT INTO member_totals (organization_id, role_id, status, in_discord, count)
  SELECT organization_id, role_id, status, in_discord, count(*) FROM members GROUP BY 1, 2, 3, 4;

CREATE TRIGGER member_totals_insert AFTER INSERT ON members
BEGIN
  INSERT INTO member_totals (organization_id, role_id, status, in_discord, count)
    VALUES (new.organization_id, new.role_id, new.status, new.in_discord, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER member_totals_delete AFTER DELETE ON members
BEGIN
  UPDATE member_totals SET count = count - 1 WHERE organization_id = old.organization_id AND role_id = old.role_id
    AND status = old.status AND in_discord = old.in_discord;
END;

CREATE TRIGGER member_totals_update AFTER UPDATE OF role_id, status, in_discord ON members
WHEN old.role_id <> new.role_id OR old.status <> new.status OR old.in_discord <> new.in_discord
BEGIN
  UPDATE member_totals SET count = count - 1 WHERE organization_id = old.organization_id AND role_id = old.role_id
    AND status = old.status AND in_discord = old.in_discord;
  INSERT INTO member_totals (organization_id, role_id, status, in_discord, count)
    VALUES (new.organization_id, new.role_id, new.status, new.in_discord, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Search over members' names and Discord ids, built as the prospects' one.

CREATE VIRTUAL TABLE member_search USING fts5(organization, display_name, username, discord_id, content='', tokenize='trigram');

INSERT INTO member_search (rowid, organization, display_name, username, discord_id)
  SELECT m.id, 'org' || m.organization_id || '.', '^^' || u.display_name, '^^' || u.username, u.discord_id
  FROM members m JOIN users u ON u.id = m.user_id;

CREATE TRIGGER member_search_insert AFTER INSERT ON members
BEGIN
  INSERT INTO member_search (rowid, organization, display_name, username, discord_id)
    SELECT new.id, 'org' || new.organization_id || '.', '^^' || display_name, '^^' || username, discord_id
    FROM users WHERE id = new.user_id;
END;

CREATE TRIGGER member_search_delete AFTER DELETE ON members
BEGIN
  INSERT INTO member_search (member_search, rowid, organization, display_name, username, discord_id)
    SELECT 'delete', old.id, 'org' || old.organization_id || '.', '^^' || display_name, '^^' || username, discord_id
    FROM users WHERE id = old.user_id;
END;

CREATE TRIGGER member_search_update AFTER UPDATE OF display_name, username, discord_id ON users
WHEN old.discord_id IS NOT new.discord_id OR old.display_name <> new.display_name OR old.username <> new.username
BEGIN
  INSERT INTO member_search (member_search, rowid, organization, display_name, username, discord_id)
    SELECT 'delete', id, 'org' || organization_id || '.', '^^' || old.display_name, '^^' || old.username, old.discord_id
    FROM members WHERE user_id = old.id;
  INSERT INTO member_search (rowid, organization, display_name, username, discord_id)
    SELECT id, 'org' || organization_id || '.', '^^' || new.display_name, '^^' || new.username, new.discord_id
    FROM members WHERE user_id = new.id;
END;

-- Generated from the features' topics.

DROP TRIGGER revisions_prospects_insert;

DROP TRIGGER revisions_prospects_delete;

DROP TRIGGER revisions_members_insert;

DROP TRIGGER revisions_members_update;

DROP TRIGGER revisions_members_delete;

DROP TRIGGER revisions_bots_insert;

DROP TRIGGER revisions_bots_update;

DROP TRIGGER revisions_bots_delete;

DROP TRIGGER revisions_discord_activities_insert;

DROP TRIGGER revisions_discord_activities_update;

DROP TRIGGER revisions_discord_activities_delete;

DROP TRIGGER revisions_organization_settings_insert;

DROP TRIGGER revisions_organization_settings_update;

DROP TRIGGER revisions_organization_settings_delete;

DROP TRIGGER revisions_users_update;

DROP TRIGGER revisions_roles_update;

DROP TRIGGER revisions_bot_files_insert;

DROP TRIGGER revisions_bot_files_update;

DROP TRIGGER revisions_bot_files_delete;

DROP TRIGGER revisions_bot_logs_insert;

DROP TRIGGER revisions_prospects_update;

DROP TRIGGER revisions_prospects_seen;

DROP TRIGGER revisions_users_delete;

DROP TRIGGER revisions_sync_runs_insert;

DROP TRIGGER revisions_sync_runs_update;

CREATE TRIGGER revisions_settings_organization_settings_insert AFTER INSERT ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'settings', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_settings_organization_settings_update AFTER UPDATE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'settings', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_settings_organization_settings_delete AFTER DELETE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'settings', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_users_update AFTER UPDATE OF display_name, username, avatar, email ON users
WHEN old.display_name IS NOT new.display_name OR old.username IS NOT new.username OR old.avatar IS NOT new.avatar OR old.email IS NOT new.email
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_roles_update AFTER UPDATE OF name, permissions, priority, color ON roles
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_members_insert AFTER INSERT ON members
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_members_delete AFTER DELETE ON members
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_members_update AFTER UPDATE ON members
WHEN old.last_seen_at IS new.last_seen_at
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'members', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_sessions_users_delete AFTER DELETE ON users
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'sessions', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_sessions_sessions_delete AFTER DELETE ON sessions
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'sessions', 1 FROM (SELECT (SELECT organization_id FROM users WHERE id = old.user_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_prospects_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'prospects', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_prospects_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'prospects', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_prospects_update AFTER UPDATE ON prospects
WHEN old.discord_last_seen IS new.discord_last_seen OR old.updated_at <> new.updated_at
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'prospects', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_discord_activities_insert AFTER INSERT ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_discord_activities_update AFTER UPDATE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_discord_activities_delete AFTER DELETE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_prospects_update AFTER UPDATE OF discord_last_seen ON prospects
WHEN old.discord_last_seen IS NOT new.discord_last_seen
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'discord', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bots_insert AFTER INSERT ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bots_update AFTER UPDATE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bots_delete AFTER DELETE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bot_files_insert AFTER INSERT ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bot_files_update AFTER UPDATE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_bot_files_delete AFTER DELETE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bots', 1 FROM (SELECT (SELECT organization_id FROM bots WHERE id = old.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bot_logs_bot_logs_insert AFTER INSERT ON bot_logs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'bot_logs', 1 FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_activity_sync_runs_insert AFTER INSERT ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'activity', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_activity_sync_runs_update AFTER UPDATE OF status ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'activity', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_activity_audit_log_insert AFTER INSERT ON audit_log
WHEN new.audience <> 'private'
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'activity', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
