-- Totals that screens show are kept here by triggers, never counted over a whole table.

CREATE TRIGGER prospect_totals_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO prospect_totals (organization_id, status, in_discord, count) VALUES (new.organization_id, new.status, new.discord_status IS 'active', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER prospect_totals_delete AFTER DELETE ON prospects
BEGIN
  UPDATE prospect_totals SET count = count - 1 WHERE organization_id = old.organization_id AND status = old.status AND in_discord = (old.discord_status IS 'active');
END;

CREATE TRIGGER prospect_totals_update AFTER UPDATE OF status, discord_status ON prospects
WHEN old.status <> new.status OR old.discord_status IS NOT new.discord_status
BEGIN
  UPDATE prospect_totals SET count = count - 1 WHERE organization_id = old.organization_id AND status = old.status AND in_discord = (old.discord_status IS 'active');
  INSERT INTO prospect_totals (organization_id, status, in_discord, count) VALUES (new.organization_id, new.status, new.discord_status IS 'active', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER assignee_totals_insert AFTER INSERT ON prospects WHEN new.assigned_to IS NOT NULL
BEGIN
  INSERT INTO assignee_totals (organization_id, member_id, status, count) VALUES (new.organization_id, new.assigned_to, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER assignee_totals_delete AFTER DELETE ON prospects WHEN old.assigned_to IS NOT NULL
BEGIN
  UPDATE assignee_totals SET count = count - 1 WHERE organization_id = old.organization_id AND member_id = old.assigned_to AND status = old.status;
END;

CREATE TRIGGER assignee_totals_update_old AFTER UPDATE OF status, assigned_to ON prospects
WHEN old.assigned_to IS NOT NULL AND (old.status <> new.status OR old.assigned_to IS NOT new.assigned_to)
BEGIN
  UPDATE assignee_totals SET count = count - 1 WHERE organization_id = old.organization_id AND member_id = old.assigned_to AND status = old.status;
END;

CREATE TRIGGER assignee_totals_update_new AFTER UPDATE OF status, assigned_to ON prospects
WHEN new.assigned_to IS NOT NULL AND (old.status <> new.status OR old.assigned_to IS NOT new.assigned_to)
BEGIN
  INSERT INTO assignee_totals (organization_id, member_id, status, count) VALUES (new.organization_id, new.assigned_to, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER member_totals_insert AFTER INSERT ON members
BEGIN
  INSERT INTO member_totals (organization_id, status, count) VALUES (new.organization_id, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER member_totals_delete AFTER DELETE ON members
BEGIN
  UPDATE member_totals SET count = count - 1 WHERE organization_id = old.organization_id AND status = old.status;
END;

CREATE TRIGGER member_totals_update AFTER UPDATE OF status ON members WHEN old.status <> new.status
BEGIN
  UPDATE member_totals SET count = count - 1 WHERE organization_id = old.organization_id AND status = old.status;
  INSERT INTO member_totals (organization_id, status, count) VALUES (new.organization_id, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- A topic's revision rises with every change: the entity tag of what pages poll.

CREATE TRIGGER revisions_prospects_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'prospects', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_update AFTER UPDATE ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'prospects', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_prospects_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'prospects', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_insert AFTER INSERT ON members
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'members', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_update AFTER UPDATE ON members
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'members', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_members_delete AFTER DELETE ON members
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'members', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_insert AFTER INSERT ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'bots', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_update AFTER UPDATE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'bots', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_bots_delete AFTER DELETE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'bots', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_audit_log_insert AFTER INSERT ON audit_log
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'activity', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_activities_insert AFTER INSERT ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'discord', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_activities_update AFTER UPDATE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'discord', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_discord_activities_delete AFTER DELETE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'discord', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_organization_settings_insert AFTER INSERT ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'settings', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_organization_settings_update AFTER UPDATE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'settings', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_organization_settings_delete AFTER DELETE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (old.organization_id, 'settings', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Lists of members show users' names and roles' names as well.

CREATE TRIGGER revisions_users_update AFTER UPDATE OF display_name, username, avatar, email ON users
WHEN old.display_name IS NOT new.display_name OR old.username IS NOT new.username
  OR old.avatar IS NOT new.avatar OR old.email IS NOT new.email
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'members', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_roles_update AFTER UPDATE OF name, permissions, priority ON roles
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) VALUES (new.organization_id, 'members', 1)
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Search over names and Discord ids, and over what a search is narrowed by.

CREATE VIRTUAL TABLE prospect_search USING fts5(display_name, username, discord_id, facets, content='prospects', content_rowid='id', tokenize='trigram');

CREATE TRIGGER prospect_search_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO prospect_search (rowid, display_name, username, discord_id, facets) VALUES (new.id, new.display_name, new.username, new.discord_id, new.facets);
END;

CREATE TRIGGER prospect_search_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, display_name, username, discord_id, facets)
    VALUES ('delete', old.id, old.display_name, old.username, old.discord_id, old.facets);
END;

CREATE TRIGGER prospect_search_update AFTER UPDATE ON prospects
WHEN old.facets IS NOT new.facets OR old.discord_id IS NOT new.discord_id
  OR old.display_name IS NOT new.display_name OR old.username IS NOT new.username
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, display_name, username, discord_id, facets)
    VALUES ('delete', old.id, old.display_name, old.username, old.discord_id, old.facets);
  INSERT INTO prospect_search (rowid, display_name, username, discord_id, facets) VALUES (new.id, new.display_name, new.username, new.discord_id, new.facets);
END;

-- Histories are evidence: an entry can be added and nothing else.

CREATE TRIGGER prospect_history_frozen BEFORE UPDATE ON prospect_history
BEGIN
  SELECT RAISE(ABORT, 'history cannot be edited');
END;

CREATE TRIGGER audit_log_frozen BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;

-- The first organization and its system roles.

INSERT INTO organizations (id, name, created_at) VALUES (1, 'Command Centre', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'administrator', 'Administrator', 'Runs the organization; holds every permission.', '["dashboard.view", "members.read", "members.write", "prospects.read", "prospects.write", "prospects.assign", "crm.team_overview", "crm.assign", "bots.read", "bots.write", "events.read", "events.write", "security.view", "security.review", "contracts.read", "contracts.write", "contracts.admin", "tools.view", "admin.users", "admin.system", "admin.permissions", "audit.read"]', 100, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'officer', 'Officer', 'Leads recruitment and operations.', '["dashboard.view", "members.read", "members.write", "prospects.read", "prospects.write", "prospects.assign", "crm.team_overview", "crm.assign", "bots.read", "events.read", "events.write", "security.view", "security.review", "contracts.read", "contracts.write", "contracts.admin", "tools.view", "audit.read"]', 80, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'crm_manager', 'CRM Manager', 'Keeps the recruitment pipeline moving.', '["dashboard.view", "members.read", "prospects.read", "prospects.write", "prospects.assign", "crm.team_overview", "crm.assign", "bots.read", "events.read", "security.view", "contracts.read", "contracts.write", "tools.view"]', 60, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'recruiter', 'Recruiter', 'Makes the first contact and completes the introduction.', '["dashboard.view", "members.read", "prospects.read", "prospects.write", "prospects.assign", "crm.team_overview", "events.read", "security.view", "contracts.read", "contracts.write", "tools.view"]', 40, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'onboarding_team', 'Onboarding Team', 'Takes assigned newcomers through onboarding.', '["dashboard.view", "members.read", "prospects.read", "prospects.write", "events.read", "security.view", "contracts.read", "contracts.write", "tools.view"]', 30, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

INSERT INTO roles (organization_id, key, name, description, permissions, priority, is_system, created_at, updated_at)
  VALUES (1, 'member', 'Member', 'An active member of the organization.', '["dashboard.view", "events.read", "security.view", "contracts.read", "tools.view"]', 10, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
