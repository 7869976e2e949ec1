CREATE TABLE `outbox` (
	`organization_id` integer NOT NULL,
	`id` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`details` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `id`)
) WITHOUT ROWID;

-- By hand
CREATE TRIGGER outbox_of_user AFTER DELETE ON users
BEGIN
  DELETE FROM outbox WHERE organization_id = old.organization_id AND user_id = old.id;
END;
