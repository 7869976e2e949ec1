-- Fewer written rows for what a bot sees, and no drafts among the events that lists look through.
DROP INDEX `members_presence`;
CREATE INDEX `members_apart` ON `members` (`organization_id`,`in_discord`,`seen_position`) WHERE in_discord = 0 or status = 'inactive';
DROP INDEX `discord_activities_age`;
CREATE INDEX `discord_activities_voice` ON `discord_activities` (`timestamp`) WHERE activity_type in ('voice_join', 'voice_move', 'voice_leave');
DROP INDEX `events_of`;
CREATE INDEX `events_of` ON `events` (`organization_id`,`position`) WHERE status <> 'draft';
DROP TRIGGER revisions_discord_discord_activities_insert;

DROP TRIGGER revisions_discord_discord_activities_update;

DROP TRIGGER revisions_discord_discord_activities_delete;

DROP TRIGGER revisions_discord_prospects_update;

CREATE TRIGGER revisions_discord_bot_usage_insert AFTER INSERT ON bot_usage
WHEN new.activities > 0
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_discord_bot_usage_update AFTER UPDATE ON bot_usage
WHEN new.activities > 0 AND (new.minute <> old.minute OR new.activities <> old.activities)
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT (SELECT organization_id FROM bots WHERE id = new.bot_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;

CREATE TRIGGER revisions_discord_discord_activities_insert AFTER INSERT ON discord_activities
WHEN new.activity_type IN ('server_join', 'server_leave')
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"discord":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.discord', coalesce(topics ->> '$.discord', 0) + 1);
END;
