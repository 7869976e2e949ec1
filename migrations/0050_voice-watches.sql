CREATE TABLE `voice_watches` (
	`organization_id` integer NOT NULL,
	`from_at` text NOT NULL,
	`until_at` text NOT NULL,
	`is_open` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `from_at`)
);

DROP INDEX `discord_activities_voice`;
CREATE INDEX `discord_activities_voice` ON `discord_activities` (`timestamp`) WHERE activity_type in ('voice_join', 'voice_move', 'voice_present', 'voice_leave');