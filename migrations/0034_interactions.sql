CREATE TABLE `interactions` (
	`user_id` integer NOT NULL,
	`id` text NOT NULL,
	`created_at` text NOT NULL,
	`controls` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
