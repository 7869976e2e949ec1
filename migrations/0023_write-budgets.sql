CREATE TABLE `own_ship_aliases` (
	`user_id` integer NOT NULL,
	`alias` text NOT NULL,
	`ship_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `alias`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `daily_budgets` (
	`user_id` integer NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`used` integer NOT NULL,
	`most` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`, `kind`),
	CONSTRAINT "daily_budget" CHECK(used <= most)
) WITHOUT ROWID;
