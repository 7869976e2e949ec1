CREATE TABLE `hangar_removals` (
	`user_id` integer NOT NULL,
	`ship_id` integer NOT NULL,
	`entry` text NOT NULL,
	`removed_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `ship_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
