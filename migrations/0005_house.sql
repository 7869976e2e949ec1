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
DROP INDEX sessions_expiry;
DROP INDEX audit_log_feed;
DROP INDEX audit_log_actor;
CREATE INDEX audit_log_feed ON audit_log (organization_id, audience, id) WHERE audience <> 'private';
CREATE INDEX audit_log_own_prospects ON audit_log (organization_id, actor_user_id, id) WHERE audience = 'prospects';

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  record_id integer NOT NULL,
  created_at text NOT NULL,
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;
