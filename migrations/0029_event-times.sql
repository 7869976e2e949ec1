CREATE TABLE `event_time_totals` (
	`organization_id` integer NOT NULL,
	`time_zone` text NOT NULL,
	`people` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`organization_id`, `time_zone`)
) WITHOUT ROWID;

CREATE TABLE `event_times` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`time_zone` text NOT NULL,
	`hours` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_event_times_event_times_insert AFTER INSERT ON event_times
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"event_times":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_times', coalesce(topics ->> '$.event_times', 0) + 1);
END;

CREATE TRIGGER revisions_event_times_event_times_update AFTER UPDATE ON event_times
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"event_times":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_times', coalesce(topics ->> '$.event_times', 0) + 1);
END;

CREATE TRIGGER revisions_event_times_event_times_delete AFTER DELETE ON event_times
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"event_times":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.event_times', coalesce(topics ->> '$.event_times', 0) + 1);
END;

-- Totals by time zone. The count at 168 * n + h is of members who can in each of the n + 1 hours from h on; a window may go
-- on into the next week, which is the same.

CREATE TRIGGER event_time_totals_insert AFTER INSERT ON event_times
BEGIN
  INSERT INTO event_time_totals (organization_id, time_zone, people, counts)
    VALUES (new.organization_id, new.time_zone, 0, '[' || substr(replace(hex(zeroblob(6 * 168)), '00', ',0'), 2) || ']') ON CONFLICT DO NOTHING;
  UPDATE event_time_totals SET people = people + 1, counts = (
      SELECT json_group_array(value + (instr(substr(new.hours || new.hours, key % 168 + 1, key / 168 + 1), '0') = 0))
      FROM json_each(counts))
    WHERE organization_id = new.organization_id AND time_zone = new.time_zone;
END;

CREATE TRIGGER event_time_totals_delete AFTER DELETE ON event_times
BEGIN
  UPDATE event_time_totals SET people = people - 1, counts = (
      SELECT json_group_array(value - (instr(substr(old.hours || old.hours, key % 168 + 1, key / 168 + 1), '0') = 0))
      FROM json_each(counts))
    WHERE organization_id = old.organization_id AND time_zone = old.time_zone;
  DELETE FROM event_time_totals WHERE organization_id = old.organization_id AND time_zone = old.time_zone AND people = 0;
END;

CREATE TRIGGER event_time_totals_update AFTER UPDATE OF organization_id, time_zone, hours ON event_times
BEGIN
  INSERT INTO event_time_totals (organization_id, time_zone, people, counts)
    VALUES (new.organization_id, new.time_zone, 0, '[' || substr(replace(hex(zeroblob(6 * 168)), '00', ',0'), 2) || ']') ON CONFLICT DO NOTHING;
  UPDATE event_time_totals SET people = people - 1, counts = (
      SELECT json_group_array(value - (instr(substr(old.hours || old.hours, key % 168 + 1, key / 168 + 1), '0') = 0))
      FROM json_each(counts))
    WHERE organization_id = old.organization_id AND time_zone = old.time_zone;
  UPDATE event_time_totals SET people = people + 1, counts = (
      SELECT json_group_array(value + (instr(substr(new.hours || new.hours, key % 168 + 1, key / 168 + 1), '0') = 0))
      FROM json_each(counts))
    WHERE organization_id = new.organization_id AND time_zone = new.time_zone;
  DELETE FROM event_time_totals WHERE organization_id = old.organization_id AND time_zone = old.time_zone AND people = 0;
END;

-- Only active members are counted: who leaves, by whatever statement, marks anew after coming back.

CREATE TRIGGER event_times_left AFTER UPDATE OF status ON members
WHEN new.status <> 'active'
BEGIN
  DELETE FROM event_times WHERE user_id = new.user_id;
END;

CREATE TRIGGER event_times_removed AFTER DELETE ON members
BEGIN
  DELETE FROM event_times WHERE user_id = old.user_id;
END;
