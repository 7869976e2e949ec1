CREATE TABLE `slow_routes` (
	`hour` text NOT NULL,
	`route` text NOT NULL,
	`count` integer NOT NULL,
	`failed` integer NOT NULL,
	`worst_ms` integer NOT NULL,
	`last_at` text NOT NULL,
	`last_request_id` text NOT NULL,
	PRIMARY KEY(`hour`, `route`)
) WITHOUT ROWID;
