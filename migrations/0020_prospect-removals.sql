CREATE TABLE `prospect_removals` (
	`prospect_id` integer PRIMARY KEY NOT NULL,
	`into_id` integer,
	`reason` text,
	`removed_by` text NOT NULL,
	`removed_at` text NOT NULL,
	`before` text,
	FOREIGN KEY (`prospect_id`) REFERENCES `prospects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`into_id`) REFERENCES `prospects`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `prospect_removals_into` ON `prospect_removals` (`into_id`) WHERE into_id is not null;
CREATE INDEX `prospects_handle` ON `prospects` (`organization_id`,star_citizen_id collate nocase) WHERE star_citizen_id is not null;

-- Prospects that were deleted or merged into another are in no total.

DROP TRIGGER prospect_totals_insert;
DROP TRIGGER prospect_totals_update;

CREATE TRIGGER prospect_totals_insert AFTER INSERT ON prospects WHEN new.status <> 'removed'
BEGIN
  INSERT INTO prospect_totals (organization_id, status, in_discord, count) VALUES (new.organization_id, new.status, new.discord_status IS 'active', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER prospect_totals_update AFTER UPDATE OF status, discord_status ON prospects
WHEN old.status <> new.status OR old.discord_status IS NOT new.discord_status
BEGIN
  UPDATE prospect_totals SET count = count - 1 WHERE organization_id = old.organization_id AND status = old.status AND in_discord = (old.discord_status IS 'active');
  INSERT INTO prospect_totals (organization_id, status, in_discord, count)
    SELECT new.organization_id, new.status, new.discord_status IS 'active', 1 WHERE new.status <> 'removed'
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
