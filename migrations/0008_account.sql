CREATE TABLE `contracts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`amount` real DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'aUEC' NOT NULL,
	`payment_type` text DEFAULT 'flat_rate' NOT NULL,
	`percentage_of` real,
	`hourly_rate` real,
	`estimated_hours` real,
	`status` text DEFAULT 'draft' NOT NULL,
	`type` text DEFAULT 'mining' NOT NULL,
	`risk_level` text DEFAULT 'low' NOT NULL,
	`location` text,
	`duration` text,
	`assigned_to` integer,
	`posted_by` integer,
	`created_by` integer NOT NULL,
	`deadline` text,
	`closed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `contracts_assignee` ON `contracts` (`assigned_to`,`status`,`closed_at`);