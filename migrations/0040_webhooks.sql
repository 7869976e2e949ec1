CREATE TABLE `webhook_deliveries` (
	`organization_id` integer NOT NULL,
	`id` text NOT NULL,
	`webhook_id` integer NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`tries` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `id`),
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE UNIQUE INDEX `webhook_deliveries_of` ON `webhook_deliveries` (`webhook_id`,`number`);
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`) WHERE state = 'waiting';
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`kinds` text NOT NULL,
	`secret` text NOT NULL,
	`secret_ending` text NOT NULL,
	`old_secret` text,
	`old_until` text,
	`state` text DEFAULT 'active' NOT NULL,
	`state_at` text NOT NULL,
	`reason` text,
	`created_by` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `webhooks_of` ON `webhooks` (`organization_id`);
CREATE TRIGGER revisions_webhooks_webhooks_insert AFTER INSERT ON webhooks
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"webhooks":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.webhooks', coalesce(topics ->> '$.webhooks', 0) + 1);
END;

CREATE TRIGGER revisions_webhooks_webhooks_update AFTER UPDATE ON webhooks
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"webhooks":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.webhooks', coalesce(topics ->> '$.webhooks', 0) + 1);
END;

CREATE TRIGGER revisions_webhooks_webhooks_delete AFTER DELETE ON webhooks
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"webhooks":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.webhooks', coalesce(topics ->> '$.webhooks', 0) + 1);
END;

CREATE TRIGGER revisions_webhook_deliveries_webhook_deliveries_insert AFTER INSERT ON webhook_deliveries
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"webhook_deliveries":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.webhook_deliveries', coalesce(topics ->> '$.webhook_deliveries', 0) + 1);
END;

CREATE TRIGGER revisions_webhook_deliveries_webhook_deliveries_update AFTER UPDATE ON webhook_deliveries
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"webhook_deliveries":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.webhook_deliveries', coalesce(topics ->> '$.webhook_deliveries', 0) + 1);
END;
