ALTER TABLE `ship_syncs` ADD `added` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `updated` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `removed` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `unreadable` integer DEFAULT 0 NOT NULL;
ALTER TABLE `ship_syncs` ADD `error` text;
ALTER TABLE `ship_syncs` ADD `lease_until` text DEFAULT '' NOT NULL;
ALTER TABLE `ship_syncs` ADD `etag` text;
ALTER TABLE `ship_syncs` ADD `deployment` text;
ALTER TABLE `ship_syncs` ADD `ask_again_at` text;
CREATE UNIQUE INDEX `ship_syncs_one` ON `ship_syncs` (`organization_id`) WHERE status = 'pending';
DROP TRIGGER revisions_ships_ship_syncs_insert;

DROP TRIGGER revisions_ships_ship_syncs_update;

CREATE TRIGGER revisions_ships_ship_syncs_update AFTER UPDATE ON ship_syncs
WHEN new.added + new.updated + new.removed > 0
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ships', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_insert AFTER INSERT ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ship_sync', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_ship_sync_ship_syncs_update AFTER UPDATE ON ship_syncs
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'ship_sync', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
