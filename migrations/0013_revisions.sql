-- An organization's revisions in one row: every request reads them all.

DROP TRIGGER revisions_settings_organization_settings_insert;
DROP TRIGGER revisions_settings_organization_settings_update;
DROP TRIGGER revisions_settings_organization_settings_delete;
DROP TRIGGER revisions_members_members_insert;
DROP TRIGGER revisions_members_members_delete;
DROP TRIGGER revisions_members_members_update;
DROP TRIGGER revisions_sessions_users_delete;
DROP TRIGGER revisions_sessions_sessions_delete;
DROP TRIGGER revisions_prospects_prospects_insert;
DROP TRIGGER revisions_prospects_prospects_delete;
DROP TRIGGER revisions_prospects_prospects_update;
DROP TRIGGER revisions_discord_discord_activities_insert;
DROP TRIGGER revisions_discord_discord_activities_update;
DROP TRIGGER revisions_discord_discord_activities_delete;
DROP TRIGGER revisions_discord_prospects_update;
DROP TRIGGER revisions_bots_bots_insert;
DROP TRIGGER revisions_bots_bots_update;
DROP TRIGGER revisions_bots_bots_delete;
DROP TRIGGER revisions_bots_bot_files_insert;
DROP TRIGGER revisions_bots_bot_files_update;
DROP TRIGGER revisions_bots_bot_files_delete;
DROP TRIGGER revisions_bot_logs_bot_logs_insert;
DROP TRIGGER revisions_activity_sync_runs_insert;
DROP TRIGGER revisions_activity_sync_runs_update;
DROP TRIGGER revisions_members_users_update;
DROP TRIGGER revisions_members_roles_insert;
DROP TRIGGER revisions_members_roles_update;
DROP TRIGGER revisions_members_roles_delete;
DROP TRIGGER revisions_permissions_custom_permissions_insert;
DROP TRIGGER revisions_permissions_custom_permissions_update;
DROP TRIGGER revisions_permissions_custom_permissions_delete;
DROP TRIGGER revisions_discord_roles_discord_mapping_sets_update;
DROP TRIGGER revisions_discord_gives_discord_role_mappings_insert;
DROP TRIGGER revisions_discord_gives_discord_role_mappings_update;
DROP TRIGGER revisions_backups_backups_insert;
DROP TRIGGER revisions_health_health_hours_insert;
DROP TRIGGER revisions_health_health_hours_update;
DROP TRIGGER revisions_health_job_runs_insert;
DROP TRIGGER revisions_health_job_runs_update;
DROP TRIGGER revisions_ships_ship_syncs_update;
DROP TRIGGER revisions_ship_sync_ship_syncs_insert;
DROP TRIGGER revisions_ship_sync_ship_syncs_update;
DROP TRIGGER revisions_hangars_hangar_ships_insert;
DROP TRIGGER revisions_hangars_hangar_ships_update;
DROP TRIGGER revisions_hangars_hangar_ships_delete;
DROP TRIGGER revisions_hangars_hangars_update;
DROP TRIGGER revisions_rsi_rsi_accounts_insert;
DROP TRIGGER revisions_rsi_rsi_accounts_update;
DROP TRIGGER revisions_rsi_rsi_accounts_delete;
DROP TRIGGER revisions_rsi_rsi_requests_insert;
DROP TRIGGER revisions_rsi_rsi_requests_update;
DROP TRIGGER revisions_rsi_rsi_losses_delete;
DROP TRIGGER revisions_contracts_contracts_insert;
DROP TRIGGER revisions_contracts_contracts_update;
DROP TRIGGER revisions_contracts_contracts_delete;
DROP TRIGGER revisions_payouts_contract_splits_insert;
DROP TRIGGER revisions_payouts_contract_splits_update;
DROP TRIGGER revisions_payouts_contract_splits_delete;
DROP TRIGGER revisions_payouts_contract_expenses_insert;
DROP TRIGGER revisions_payouts_contract_expenses_update;
DROP TRIGGER revisions_payouts_contract_expenses_delete;
DROP TRIGGER revisions_notices_notices_insert;
DROP TRIGGER revisions_notices_users_update;
DROP TRIGGER revisions_applications_contract_applications_insert;
DROP TRIGGER revisions_applications_contract_applications_update;
DROP TRIGGER revisions_discord_roles_discord_role_updates_insert;
DROP TRIGGER revisions_discord_roles_discord_role_updates_update;
DROP TRIGGER revisions_discord_roles_discord_role_updates_delete;
DROP TRIGGER revisions_activity_audit_log_insert;

CREATE TABLE one_row (
  organization_id integer PRIMARY KEY NOT NULL,
  topics text NOT NULL
);
INSERT INTO one_row (organization_id, topics)
  SELECT organization_id, json_group_object(topic, revision) FROM revisions GROUP BY organization_id;
DROP TABLE revisions;
ALTER TABLE one_row RENAME TO revisions;

CREATE TRIGGER revisions_settings_organization_settings_insert AFTER INSERT ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_settings_update AFTER UPDATE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_settings_organization_settings_delete AFTER DELETE ON organization_settings
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"settings":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.settings', coalesce(topics ->> '$.settings', 0) + 1);
END;

CREATE TRIGGER revisions_members_users_update AFTER UPDATE OF display_name, username, avatar, email ON users
WHEN old.signed_in_at IS new.signed_in_at AND (old.display_name IS NOT new.display_name OR old.username IS NOT new.username OR old.avatar IS NOT new.avatar OR old.email IS NOT new.email)
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_roles_insert AFTER INSERT ON roles
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_roles_update AFTER UPDATE ON roles
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_roles_delete AFTER DELETE ON roles
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_members_insert AFTER INSERT ON members
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_members_delete AFTER DELETE ON members
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_members_members_update AFTER UPDATE ON members
WHEN old.last_seen_at IS new.last_seen_at
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"members":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.members', coalesce(topics ->> '$.members', 0) + 1);
END;

CREATE TRIGGER revisions_sessions_users_delete AFTER DELETE ON users
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"sessions":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.sessions', coalesce(topics ->> '$.sessions', 0) + 1);
END;

CREATE TRIGGER revisions_sessions_sessions_delete AFTER DELETE ON sessions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"sessions":1}' FROM (SELECT (SELECT organization_id FROM users WHERE id = old.user_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.sessions', coalesce(topics ->> '$.sessions', 0) + 1);
END;

CREATE TRIGGER revisions_permissions_custom_permissions_insert AFTER INSERT ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"permissions":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.permissions', coalesce(topics ->> '$.permissions', 0) + 1);
END;

CREATE TRIGGER revisions_permissions_custom_permissions_update AFTER UPDATE ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"permissions":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.permissions', coalesce(topics ->> '$.permissions', 0) + 1);
END;

CREATE TRIGGER revisions_permissions_custom_permissions_delete AFTER DELETE ON custom_permissions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"permissions":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.permissions', coalesce(topics ->> '$.permissions', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_insert AFTER INSERT ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_update AFTER UPDATE ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_accounts_delete AFTER DELETE ON rsi_accounts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_requests_insert AFTER INSERT ON rsi_requests
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_requests_update AFTER UPDATE ON rsi_requests
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_rsi_rsi_losses_delete AFTER DELETE ON rsi_losses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"rsi":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.rsi', coalesce(topics ->> '$.rsi', 0) + 1);
END;

CREATE TRIGGER revisions_contracts_contracts_insert AFTER INSERT ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"contracts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.contracts', coalesce(topics ->> '$.contracts', 0) + 1);
END;

CREATE TRIGGER revisions_contracts_contracts_update AFTER UPDATE ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"contracts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.contracts', coalesce(topics ->> '$.contracts', 0) + 1);
END;

CREATE TRIGGER revisions_contracts_contracts_delete AFTER DELETE ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"contracts":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.contracts', coalesce(topics ->> '$.contracts', 0) + 1);
END;

CREATE TRIGGER revisions_applications_contract_applications_insert AFTER INSERT ON contract_applications
WHEN new.kind = 'security'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_applications_contract_applications_update AFTER UPDATE ON contract_applications
WHEN new.kind = 'security'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"applications":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.applications', coalesce(topics ->> '$.applications', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_splits_insert AFTER INSERT ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_splits_update AFTER UPDATE ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_splits_delete AFTER DELETE ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_expenses_insert AFTER INSERT ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_expenses_update AFTER UPDATE ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_payouts_contract_expenses_delete AFTER DELETE ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"payouts":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.payouts', coalesce(topics ->> '$.payouts', 0) + 1);
END;

CREATE TRIGGER revisions_prospects_prospects_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"prospects":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.prospects', coalesce(topics ->> '$.prospects', 0) + 1);
END;

CREATE TRIGGER revisions_prospects_prospects_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"prospects":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.prospects', coalesce(topics ->> '$.prospects', 0) + 1);
END;

CREATE TRIGGER revisions_prospects_prospects_update AFTER UPDATE ON prospects
WHEN old.discord_last_seen IS new.discord_last_seen OR old.updated_at <> new.updated_at
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"prospects":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.prospects', coalesce(topics ->> '$.prospects', 0) + 1);
END;

CREATE TRIGGER revisions_discord_discord_activities_insert AFTER INSERT ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_discord_discord_activities_update AFTER UPDATE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_discord_discord_activities_delete AFTER DELETE ON discord_activities
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_discord_prospects_update AFTER UPDATE OF discord_last_seen ON prospects
WHEN old.discord_last_seen IS NOT new.discord_last_seen
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bots_insert AFTER INSERT ON bots
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bots_update AFTER UPDATE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bots_delete AFTER DELETE ON bots
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bot_files_insert AFTER INSERT ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bot_files_update AFTER UPDATE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bots_bot_files_delete AFTER DELETE ON bot_files
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bots":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = old.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bots', coalesce(topics ->> '$.bots', 0) + 1);
END;

CREATE TRIGGER revisions_bot_logs_bot_logs_insert AFTER INSERT ON bot_logs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"bot_logs":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.bot_logs', coalesce(topics ->> '$.bot_logs', 0) + 1);
END;

CREATE TRIGGER revisions_discord_roles_discord_mapping_sets_update AFTER UPDATE OF version ON discord_mapping_sets
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_roles":1}' FROM (SELECT new.id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_roles', coalesce(topics ->> '$.discord_roles', 0) + 1);
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_insert AFTER INSERT ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_roles":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_roles', coalesce(topics ->> '$.discord_roles', 0) + 1);
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_update AFTER UPDATE ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_roles":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_roles', coalesce(topics ->> '$.discord_roles', 0) + 1);
END;

CREATE TRIGGER revisions_discord_roles_discord_role_updates_delete AFTER DELETE ON discord_role_updates
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_roles":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_roles', coalesce(topics ->> '$.discord_roles', 0) + 1);
END;

CREATE TRIGGER revisions_discord_gives_discord_role_mappings_insert AFTER INSERT ON discord_role_mappings
WHEN new.gives_in_discord
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_gives":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_gives', coalesce(topics ->> '$.discord_gives', 0) + 1);
END;

CREATE TRIGGER revisions_discord_gives_discord_role_mappings_update AFTER UPDATE ON discord_role_mappings
WHEN new.gives_in_discord
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord_gives":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord_gives', coalesce(topics ->> '$.discord_gives', 0) + 1);
END;

CREATE TRIGGER revisions_activity_sync_runs_insert AFTER INSERT ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"activity":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.activity', coalesce(topics ->> '$.activity', 0) + 1);
END;

CREATE TRIGGER revisions_activity_sync_runs_update AFTER UPDATE OF status ON sync_runs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"activity":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.activity', coalesce(topics ->> '$.activity', 0) + 1);
END;

CREATE TRIGGER revisions_activity_audit_log_insert AFTER INSERT ON audit_log
WHEN new.readers <> 'private'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"activity":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.activity', coalesce(topics ->> '$.activity', 0) + 1);
END;

CREATE TRIGGER revisions_ships_ship_syncs_update AFTER UPDATE ON ship_syncs
WHEN new.added + new.updated + new.removed > 0
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"ships":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.ships', coalesce(topics ->> '$.ships', 0) + 1);
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_insert AFTER INSERT ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"ship_sync":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.ship_sync', coalesce(topics ->> '$.ship_sync', 0) + 1);
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_update AFTER UPDATE ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"ship_sync":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.ship_sync', coalesce(topics ->> '$.ship_sync', 0) + 1);
END;

CREATE TRIGGER revisions_hangars_hangar_ships_insert AFTER INSERT ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"hangars":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.hangars', coalesce(topics ->> '$.hangars', 0) + 1);
END;

CREATE TRIGGER revisions_hangars_hangar_ships_update AFTER UPDATE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"hangars":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.hangars', coalesce(topics ->> '$.hangars', 0) + 1);
END;

CREATE TRIGGER revisions_hangars_hangar_ships_delete AFTER DELETE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"hangars":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.hangars', coalesce(topics ->> '$.hangars', 0) + 1);
END;

CREATE TRIGGER revisions_hangars_hangars_update AFTER UPDATE ON hangars
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"hangars":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.hangars', coalesce(topics ->> '$.hangars', 0) + 1);
END;

CREATE TRIGGER revisions_notices_notices_insert AFTER INSERT ON notices
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"notices":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.notices', coalesce(topics ->> '$.notices', 0) + 1);
END;

CREATE TRIGGER revisions_notices_users_update AFTER UPDATE OF notices_read_to ON users
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"notices":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.notices', coalesce(topics ->> '$.notices', 0) + 1);
END;

CREATE TRIGGER revisions_health_health_hours_insert AFTER INSERT ON health_hours
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;

CREATE TRIGGER revisions_health_health_hours_update AFTER UPDATE ON health_hours
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;

CREATE TRIGGER revisions_health_job_runs_insert AFTER INSERT ON job_runs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT nullif(new.organization_id, 0) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;

CREATE TRIGGER revisions_health_job_runs_update AFTER UPDATE ON job_runs
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"health":1}' FROM (SELECT nullif(new.organization_id, 0) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.health', coalesce(topics ->> '$.health', 0) + 1);
END;

CREATE TRIGGER revisions_backups_backups_insert AFTER INSERT ON backups
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"backups":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.backups', coalesce(topics ->> '$.backups', 0) + 1);
END;
