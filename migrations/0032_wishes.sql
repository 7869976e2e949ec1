CREATE TABLE `wish_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`wish_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`removed_by` text,
	`removed_reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wish_id`) REFERENCES `wishes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `wish_comments_of` ON `wish_comments` (`wish_id`);
CREATE INDEX `wish_comments_user` ON `wish_comments` (`user_id`);
CREATE TABLE `wish_links` (
	`wish_id` integer NOT NULL,
	`kind` text NOT NULL,
	`target_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	PRIMARY KEY(`wish_id`, `kind`, `target_id`),
	FOREIGN KEY (`wish_id`) REFERENCES `wishes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

CREATE INDEX `wish_links_target` ON `wish_links` (`kind`,`target_id`);
CREATE TABLE `wish_trigrams` (
	`organization_id` integer NOT NULL,
	`trigram` text NOT NULL,
	`wish_id` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `trigram`, `wish_id`)
) WITHOUT ROWID;

CREATE TABLE `wish_votes` (
	`wish_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`given_by` text,
	`voted_at` text NOT NULL,
	`works` integer,
	PRIMARY KEY(`wish_id`, `user_id`),
	FOREIGN KEY (`wish_id`) REFERENCES `wishes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

CREATE INDEX `wish_votes_user` ON `wish_votes` (`user_id`);
CREATE INDEX `wish_votes_judged` ON `wish_votes` (`wish_id`,`works`) WHERE works is not null;
CREATE TABLE `wishes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`priority` text NOT NULL,
	`category` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`submitted_by` integer,
	`merged_into_id` integer,
	`reply` text,
	`reply_by` text,
	`reply_at` text,
	`votes` integer DEFAULT 0 NOT NULL,
	`votes_this_week` integer DEFAULT 0 NOT NULL,
	`comments` integer DEFAULT 0 NOT NULL,
	`votes_position` text GENERATED ALWAYS AS (printf('%06d %012d', votes, id)) VIRTUAL NOT NULL,
	`trend_position` text GENERATED ALWAYS AS (printf('%06d %06d %012d', votes_this_week, votes, id)) VIRTUAL NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `wishes_newest` ON `wishes` (`organization_id`,`id`) WHERE merged_into_id is null;
CREATE INDEX `wishes_by_votes` ON `wishes` (`organization_id`,`votes_position`) WHERE merged_into_id is null;
CREATE INDEX `wishes_by_trend` ON `wishes` (`organization_id`,`trend_position`) WHERE merged_into_id is null;
CREATE INDEX `wishes_waiting` ON `wishes` (`organization_id`,`submitted_by`) WHERE status = 'pending' and merged_into_id is null;
CREATE INDEX `wishes_author` ON `wishes` (`submitted_by`) WHERE submitted_by is not null;
CREATE INDEX `wishes_merged` ON `wishes` (`merged_into_id`) WHERE merged_into_id is not null;
CREATE TRIGGER revisions_wishes_wishes_insert AFTER INSERT ON wishes
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wishes_update AFTER UPDATE ON wishes
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wishes_delete AFTER DELETE ON wishes
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wish_votes_update AFTER UPDATE ON wish_votes
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wish_comments_update AFTER UPDATE ON wish_comments
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wish_links_insert AFTER INSERT ON wish_links
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

CREATE TRIGGER revisions_wishes_wish_links_delete AFTER DELETE ON wish_links
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"wishes":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.wishes', coalesce(topics ->> '$.wishes', 0) + 1);
END;

-- Votes count for their wish and for the one that it is merged into: each user once, however many of the wishes there they
-- voted for. A wish that others are merged into is not merged itself, so that there is one step at most. Votes of this week
-- are those since the start of the day seven days ago; the daily upkeep counts them anew.

CREATE TRIGGER wish_votes_insert AFTER INSERT ON wish_votes
BEGIN
  UPDATE wishes SET
    votes = votes + NOT EXISTS (
      SELECT 1 FROM wishes one CROSS JOIN wish_votes other ON other.wish_id = one.id AND other.user_id = new.user_id
      WHERE (one.id = wishes.id OR one.merged_into_id = wishes.id) AND one.id <> new.wish_id),
    votes_this_week = votes_this_week + (new.voted_at >= date('now', '-7 days') AND NOT EXISTS (
      SELECT 1 FROM wishes one CROSS JOIN wish_votes other ON other.wish_id = one.id AND other.user_id = new.user_id
      WHERE (one.id = wishes.id OR one.merged_into_id = wishes.id) AND one.id <> new.wish_id
        AND other.voted_at >= date('now', '-7 days')))
  WHERE id IN (new.wish_id, (SELECT merged_into_id FROM wishes WHERE id = new.wish_id));
END;

CREATE TRIGGER wish_votes_delete AFTER DELETE ON wish_votes
BEGIN
  UPDATE wishes SET
    votes = votes - NOT EXISTS (
      SELECT 1 FROM wishes one CROSS JOIN wish_votes other ON other.wish_id = one.id AND other.user_id = old.user_id
      WHERE (one.id = wishes.id OR one.merged_into_id = wishes.id)),
    votes_this_week = votes_this_week - (old.voted_at >= date('now', '-7 days') AND NOT EXISTS (
      SELECT 1 FROM wishes one CROSS JOIN wish_votes other ON other.wish_id = one.id AND other.user_id = old.user_id
      WHERE (one.id = wishes.id OR one.merged_into_id = wishes.id) AND other.voted_at >= date('now', '-7 days')))
  WHERE id IN (old.wish_id, (SELECT merged_into_id FROM wishes WHERE id = old.wish_id));
END;

CREATE TRIGGER wishes_merge AFTER UPDATE OF merged_into_id ON wishes
BEGIN
  UPDATE wishes SET (votes, votes_this_week) = (
      SELECT count(DISTINCT user_id), count(DISTINCT CASE WHEN voted_at >= date('now', '-7 days') THEN user_id END)
      FROM wish_votes WHERE wish_id IN (SELECT id FROM wishes one WHERE one.id = wishes.id OR one.merged_into_id = wishes.id))
    WHERE id IN (old.merged_into_id, new.merged_into_id);
END;

-- The votes of a deleted wish are gone by then.

CREATE TRIGGER wishes_delete AFTER DELETE ON wishes
BEGIN
  UPDATE wishes SET merged_into_id = NULL WHERE merged_into_id = old.id;
  UPDATE wishes SET (votes, votes_this_week) = (
      SELECT count(DISTINCT user_id), count(DISTINCT CASE WHEN voted_at >= date('now', '-7 days') THEN user_id END)
      FROM wish_votes WHERE wish_id IN (SELECT id FROM wishes one WHERE one.id = wishes.id OR one.merged_into_id = wishes.id))
    WHERE id = old.merged_into_id;
END;

CREATE TRIGGER wish_comments_insert AFTER INSERT ON wish_comments
BEGIN
  UPDATE wishes SET comments = comments + 1 WHERE id = new.wish_id;
END;

CREATE TRIGGER wish_comments_delete AFTER DELETE ON wish_comments
BEGIN
  UPDATE wishes SET comments = comments - 1 WHERE id = old.wish_id;
END;
