CREATE TABLE `notice_hours` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`time_zone` text NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `notice_settings` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`pace` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

ALTER TABLE `outbox` ADD `target` text DEFAULT '' NOT NULL;
ALTER TABLE `outbox` ADD `pace` text DEFAULT 'now' NOT NULL;
ALTER TABLE `outbox` ADD `unknown` integer DEFAULT 0 NOT NULL;
