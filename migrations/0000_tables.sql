CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`action` text NOT NULL,
	`audience` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_user_id` integer,
	`actor_name` text NOT NULL,
	`entity_id` integer,
	`entity_name` text,
	`details` text,
	`created_at` text NOT NULL
);

CREATE INDEX `audit_log_feed` ON `audit_log` (`organization_id`,`audience`,`id`);
CREATE INDEX `audit_log_actor` ON `audit_log` (`organization_id`,`actor_user_id`,`audience`,`id`);
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` text NOT NULL
);

CREATE INDEX `attempts_window` ON `attempts` (`window_ends_at`);
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`method` text NOT NULL,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE TABLE `bots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`token` text,
	`token_ending` text,
	`client_id` text,
	`framework` text NOT NULL,
	`status` text NOT NULL,
	`auto_start` integer NOT NULL,
	`invite_url` text,
	`is_crm_bot` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `bots_of` ON `bots` (`organization_id`);
CREATE UNIQUE INDEX `bots_crm` ON `bots` (`organization_id`) WHERE is_crm_bot = 1;
CREATE TABLE `guild_members` (
	`organization_id` integer NOT NULL,
	`discord_id` text NOT NULL,
	`position` integer GENERATED ALWAYS AS (cast(discord_id as integer)) VIRTUAL NOT NULL,
	`username` text NOT NULL,
	`display_name` text NOT NULL,
	`avatar` text,
	`roles` text NOT NULL,
	`present` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `discord_id`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `guild_members_order` ON `guild_members` (`organization_id`,`position`);
CREATE TABLE `sync_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`status` text NOT NULL,
	`fence` integer NOT NULL,
	`lease_until` text NOT NULL,
	`cursor` text NOT NULL,
	`processed` integer NOT NULL,
	`expected` integer,
	`added` integer NOT NULL,
	`updated` integer NOT NULL,
	`left` integer NOT NULL,
	`unchanged` integer NOT NULL,
	`started_by` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`error` text,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `sync_runs_one` ON `sync_runs` (`organization_id`) WHERE status = 'running';
CREATE INDEX `sync_runs_newest` ON `sync_runs` (`organization_id`,`id`);
CREATE TABLE `member_days` (
	`organization_id` integer NOT NULL,
	`day` text NOT NULL,
	`active` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `day`)
);

CREATE TABLE `member_totals` (
	`organization_id` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `status`)
);

CREATE TABLE `members` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`role_source` text NOT NULL,
	`status` text NOT NULL,
	`joined_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `members_user` ON `members` (`user_id`);
CREATE INDEX `members_list` ON `members` (`organization_id`,`id`);
CREATE INDEX `members_role` ON `members` (`role_id`,`status`);
CREATE TABLE `assignee_totals` (
	`organization_id` integer NOT NULL,
	`member_id` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `member_id`, `status`)
);

CREATE TABLE `bulk_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`member_id` integer NOT NULL,
	`before` text NOT NULL,
	`created_at` text NOT NULL,
	`undone_at` text
);

CREATE INDEX `bulk_changes_age` ON `bulk_changes` (`created_at`);
CREATE TABLE `discord_activities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`discord_id` text NOT NULL,
	`username` text NOT NULL,
	`activity_type` text NOT NULL,
	`details` text,
	`timestamp` text NOT NULL
);

CREATE INDEX `discord_activities_of` ON `discord_activities` (`organization_id`,`discord_id`,`timestamp`);
CREATE INDEX `discord_activities_age` ON `discord_activities` (`timestamp`);
CREATE TABLE `prospect_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`prospect_id` integer NOT NULL,
	`action` text NOT NULL,
	`performed_by` text NOT NULL,
	`performed_by_id` integer,
	`previous_value` text,
	`new_value` text,
	`notes` text,
	`changes` text,
	`minutes` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`prospect_id`) REFERENCES `prospects`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `prospect_history_of` ON `prospect_history` (`prospect_id`,`id`);
CREATE TABLE `prospect_totals` (
	`organization_id` integer NOT NULL,
	`status` text NOT NULL,
	`in_discord` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `status`, `in_discord`)
);

CREATE TABLE `prospects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer,
	`display_name` text NOT NULL,
	`username` text NOT NULL,
	`email` text,
	`status` text NOT NULL,
	`stage` text GENERATED ALWAYS AS (case status when 'intro_completed' then 'intro' when 'assigned_onboarding' then 'onboarding' else status end) VIRTUAL NOT NULL,
	`assigned_to` integer,
	`deadline` text,
	`due` text GENERATED ALWAYS AS (coalesce(deadline, '~')) VIRTUAL NOT NULL,
	`facets` text GENERATED ALWAYS AS ('|o' || organization_id || '|s' || status
          || '|g' || case status when 'intro_completed' then 'intro' when 'assigned_onboarding' then 'onboarding' else status end
          || '|a' || coalesce(assigned_to, 0) || '|d' || (deadline is not null)
          || '|^' || replace(display_name, '|', ' ') || '|@' || replace(username, '|', ' ') || '|') VIRTUAL NOT NULL,
	`notes` text,
	`discord_id` text,
	`avatar` text,
	`discord_status` text,
	`discord_last_seen` text,
	`star_citizen_id` text,
	`referral_source` text,
	`is_test` integer DEFAULT false NOT NULL,
	`stage_changed_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`assigned_to`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `prospects_discord` ON `prospects` (`organization_id`,`discord_id`);
CREATE UNIQUE INDEX `prospects_user` ON `prospects` (`user_id`);
CREATE INDEX `prospects_all` ON `prospects` (`organization_id`,`due`,`id`);
CREATE INDEX `prospects_stage` ON `prospects` (`organization_id`,`stage`,`due`,`id`);
CREATE INDEX `prospects_status` ON `prospects` (`organization_id`,`status`,`due`,`id`);
CREATE INDEX `prospects_assignee` ON `prospects` (`organization_id`,`assigned_to`,`stage`,`due`,`id`);
CREATE INDEX `prospects_assignee_due` ON `prospects` (`organization_id`,`assigned_to`,`due`,`id`);
CREATE INDEX `prospects_assignee_status` ON `prospects` (`organization_id`,`assigned_to`,`status`,`due`,`id`);
CREATE INDEX `prospects_open_tasks` ON `prospects` (`organization_id`,`deadline`,`id`,`assigned_to`) WHERE deadline is not null and status <> 'inactive';
CREATE INDEX `prospects_open_work` ON `prospects` (`organization_id`,`assigned_to`,`deadline`,`stage_changed_at`) WHERE assigned_to is not null and status not in ('active', 'inactive');
CREATE TABLE `discord_role_mappings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	`discord_role_id` text NOT NULL,
	`discord_role_name` text NOT NULL,
	`priority` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `discord_role_mappings_role` ON `discord_role_mappings` (`organization_id`,`discord_role_id`);
CREATE INDEX `discord_role_mappings_of` ON `discord_role_mappings` (`role_id`);
CREATE TABLE `roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`description` text,
	`permissions` text NOT NULL,
	`priority` integer NOT NULL,
	`color` text,
	`is_system` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `roles_key` ON `roles` (`organization_id`,`key`);
CREATE UNIQUE INDEX `roles_name` ON `roles` (`organization_id`,`name`);
CREATE TABLE `organization_settings` (
	`organization_id` integer NOT NULL,
	`setting_key` text NOT NULL,
	`setting_value` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`organization_id`, `setting_key`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `organizations` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);

CREATE TABLE `revisions` (
	`organization_id` integer NOT NULL,
	`topic` text NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`organization_id`, `topic`)
);

CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`username` text NOT NULL,
	`display_name` text NOT NULL,
	`sign_in_name` text,
	`email` text,
	`password_hash` text,
	`discord_id` text,
	`avatar` text,
	`language` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `users_sign_in_name` ON `users` (`sign_in_name`);
CREATE UNIQUE INDEX `users_discord` ON `users` (`organization_id`,`discord_id`);