CREATE TABLE `announcement_channels` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text NOT NULL,
	`channel_name` text NOT NULL,
	`language` text NOT NULL,
	`state` text DEFAULT 'ready' NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`)
) WITHOUT ROWID;

CREATE TABLE `posted_messages` (
	`organization_id` integer NOT NULL,
	`subject` text NOT NULL,
	`record_id` integer NOT NULL,
	`channel_id` text NOT NULL,
	`message_id` text NOT NULL,
	`language` text NOT NULL,
	PRIMARY KEY(`organization_id`, `subject`, `record_id`, `channel_id`)
) WITHOUT ROWID;

ALTER TABLE `events` ADD `start_told` text;

-- A change of a record whose card stands in Discord queues one redrawing of it, however many changes there are until then.
-- `next_try_at` is set anew, so that a delivery that goes on does not end the row.

CREATE TRIGGER contracts_shown_update AFTER UPDATE OF title, description, amount, currency, payment_type, percentage_of, hourly_rate, estimated_hours,
  pay, status, type, risk_level, location, duration, assigned_to, applications, posted_by_user,
  posted_at, deadline ON contracts
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:contract:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = new.organization_id AND subject = 'contract' AND record_id = new.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER contracts_shown_delete AFTER DELETE ON contracts
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:contract:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = old.organization_id AND subject = 'contract' AND record_id = old.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER events_shown_update AFTER UPDATE OF title, description, type, location, starts_at, ends_at, status, organizer_id, audience,
  max_attendees, slots, closes_minutes, attendees, waiting, maybe, cancel_reason ON events
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:event:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = new.organization_id AND subject = 'event' AND record_id = new.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER events_shown_delete AFTER DELETE ON events
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:event:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = old.organization_id AND subject = 'event' AND record_id = old.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER wishes_shown_update AFTER UPDATE OF title, description, status, merged_into_id, reply, votes, votes_this_week ON wishes
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:wish:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = new.organization_id AND subject = 'wish' AND record_id = new.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER wishes_shown_delete AFTER DELETE ON wishes
BEGIN
  INSERT INTO outbox (organization_id, id, channel, user_id, target, kind, details, next_try_at, created_at)
    SELECT organization_id, 'shown:wish:' || record_id || ':' || channel_id, 'discord', 0, channel_id, 'shown',
      json_object('subject', subject, 'id', record_id), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM posted_messages WHERE organization_id = old.organization_id AND subject = 'wish' AND record_id = old.id
    ON CONFLICT DO UPDATE SET next_try_at = excluded.next_try_at, created_at = excluded.created_at, attempts = 0, unknown = 0;
END;

CREATE TRIGGER revisions_announcements_announcement_channels_insert AFTER INSERT ON announcement_channels
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"announcements":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.announcements', coalesce(topics ->> '$.announcements', 0) + 1);
END;

CREATE TRIGGER revisions_announcements_announcement_channels_update AFTER UPDATE ON announcement_channels
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"announcements":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.announcements', coalesce(topics ->> '$.announcements', 0) + 1);
END;

CREATE TRIGGER revisions_announcements_announcement_channels_delete AFTER DELETE ON announcement_channels
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"announcements":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.announcements', coalesce(topics ->> '$.announcements', 0) + 1);
END;
