ALTER TABLE `rsi_requests` ADD `looks` integer DEFAULT 0 NOT NULL;
ALTER TABLE `rsi_requests` ADD `looks_from` text;