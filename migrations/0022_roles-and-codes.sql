ALTER TABLE `roles` ADD `requires_second_factor` integer DEFAULT false NOT NULL;
ALTER TABLE `authenticators` ADD `last_waiting` text;