CREATE TABLE `security_log` (
	`organization_id` integer NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`network` text,
	`permission` text,
	`count` integer NOT NULL,
	`last_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `key`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
