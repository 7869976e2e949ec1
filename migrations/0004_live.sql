-- Open pages of a session that ends are told at once.

CREATE TRIGGER revisions_sessions_delete AFTER DELETE ON sessions
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT organization_id, 'sessions', 1 FROM users WHERE id = old.user_id
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- A user's sessions go with the user, who can no longer be asked for the organization then.
CREATE TRIGGER revisions_users_delete AFTER DELETE ON users
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'sessions', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Pages that follow a sync see it begin and end.

CREATE TRIGGER revisions_sync_runs_insert AFTER INSERT ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'activity', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_sync_runs_update AFTER UPDATE OF status ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'activity', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
