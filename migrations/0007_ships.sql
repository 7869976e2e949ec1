CREATE TABLE `hangar_ships` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`ship_id` integer NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`nickname` text,
	`acquired_date` text,
	`notes` text,
	`pledges` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `hangars`(`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`,`ship_id`) REFERENCES `ships`(`organization_id`,`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `hangar_ships_one` ON `hangar_ships` (`user_id`,`ship_id`);
CREATE TABLE `hangars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `hangars_of` ON `hangars` (`organization_id`,`is_hidden`,`user_id`);
CREATE TABLE `ship_aliases` (
	`organization_id` integer NOT NULL,
	`alias` text NOT NULL,
	`ship_id` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `alias`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `ships` (
	`organization_id` integer NOT NULL,
	`id` integer NOT NULL,
	`name` text NOT NULL,
	`name_full` text NOT NULL,
	`slug` text NOT NULL,
	`company_name` text NOT NULL,
	`url_photo` text,
	`scu` real DEFAULT 0 NOT NULL,
	`crew_min` integer,
	`crew_max` integer,
	`size` text,
	`roles` text NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`organization_id`, `id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TRIGGER revisions_hangars_hangar_ships_insert AFTER INSERT ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangar_ships_update AFTER UPDATE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangar_ships_delete AFTER DELETE ON hangar_ships
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_hangars_hangars_update AFTER UPDATE ON hangars
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'hangars', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
