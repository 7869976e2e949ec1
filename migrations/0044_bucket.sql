ALTER TABLE `backups` ADD `source` text DEFAULT 'download' NOT NULL;
ALTER TABLE `backups` ADD `key` text;
ALTER TABLE `backups` DROP COLUMN `created_by_id`;