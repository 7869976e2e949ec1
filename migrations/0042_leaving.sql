CREATE TRIGGER revisions_leaving_notice_settings_insert AFTER INSERT ON notice_settings
WHEN new.pace <> 'off'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT (SELECT organization_id FROM users WHERE id = new.user_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;

CREATE TRIGGER revisions_leaving_notice_settings_update AFTER UPDATE ON notice_settings
WHEN new.pace <> 'off'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT (SELECT organization_id FROM users WHERE id = new.user_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;

CREATE TRIGGER revisions_leaving_push_subscriptions_insert AFTER INSERT ON push_subscriptions
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT (SELECT organization_id FROM users WHERE id = new.user_id) AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;

CREATE TRIGGER revisions_leaving_webhooks_insert AFTER INSERT ON webhooks
WHEN new.state = 'active'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;

CREATE TRIGGER revisions_leaving_webhooks_update AFTER UPDATE OF state ON webhooks
WHEN new.state = 'active'
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;

CREATE TRIGGER revisions_leaving_announcement_channels_insert AFTER INSERT ON announcement_channels
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"leaving":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.leaving', coalesce(topics ->> '$.leaving', 0) + 1);
END;
