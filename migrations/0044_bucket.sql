ALTER TABLE `backups` ADD `source` text DEFAULT 'download' NOT NULL;
ALTER TABLE `backups` ADD `key` text;
