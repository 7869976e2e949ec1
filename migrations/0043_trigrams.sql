-- D1 exports no database with virtual tables: the names of 128 records in a row instead of full-text indexes of trigrams.

DROP TRIGGER prospect_search_insert;
DROP TRIGGER prospect_search_delete;
DROP TRIGGER prospect_search_update;
DROP TABLE prospect_search;

DROP TRIGGER member_search_insert;
DROP TRIGGER member_search_delete;
DROP TRIGGER member_search_update;
DROP TABLE member_search;

CREATE TABLE `name_blocks` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`block` integer NOT NULL,
	`names` text NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`, `block`)
) WITHOUT ROWID;

INSERT INTO name_blocks (organization_id, kind, block, names)
  SELECT organization_id, 'prospect', id / 128, json_group_object('' || id,
    char(10) || display_name || char(9) || username || char(13) || coalesce(discord_id, ''))
  FROM prospects GROUP BY organization_id, id / 128;

CREATE TRIGGER name_blocks_prospect_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO name_blocks (organization_id, kind, block, names)
    VALUES (new.organization_id, 'prospect', new.id / 128, json_object('' || new.id,
      char(10) || new.display_name || char(9) || new.username || char(13) || coalesce(new.discord_id, '')))
    ON CONFLICT DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER name_blocks_prospect_update AFTER UPDATE OF display_name, username, discord_id ON prospects
WHEN old.discord_id IS NOT new.discord_id OR old.display_name <> new.display_name OR old.username <> new.username
BEGIN
  INSERT INTO name_blocks (organization_id, kind, block, names)
    VALUES (new.organization_id, 'prospect', new.id / 128, json_object('' || new.id,
      char(10) || new.display_name || char(9) || new.username || char(13) || coalesce(new.discord_id, '')))
    ON CONFLICT DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER name_blocks_prospect_delete AFTER DELETE ON prospects
BEGIN
  UPDATE name_blocks SET names = json_remove(names, '$."' || old.id || '"')
    WHERE organization_id = old.organization_id AND kind = 'prospect' AND block = old.id / 128;
END;

INSERT INTO name_blocks (organization_id, kind, block, names)
  SELECT m.organization_id, 'member', m.id / 128, json_group_object('' || m.id,
    char(10) || u.display_name || char(9) || u.username || char(13) || coalesce(u.discord_id, ''))
  FROM members m JOIN users u ON u.id = m.user_id GROUP BY m.organization_id, m.id / 128;

CREATE TRIGGER name_blocks_member_insert AFTER INSERT ON members
BEGIN
  INSERT INTO name_blocks (organization_id, kind, block, names)
    SELECT new.organization_id, 'member', new.id / 128, json_object('' || new.id,
      char(10) || display_name || char(9) || username || char(13) || coalesce(discord_id, ''))
    FROM users WHERE id = new.user_id
    ON CONFLICT DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER name_blocks_member_update AFTER UPDATE OF display_name, username, discord_id ON users
WHEN old.discord_id IS NOT new.discord_id OR old.display_name <> new.display_name OR old.username <> new.username
BEGIN
  INSERT INTO name_blocks (organization_id, kind, block, names)
    SELECT organization_id, 'member', id / 128, json_object('' || id,
      char(10) || new.display_name || char(9) || new.username || char(13) || coalesce(new.discord_id, ''))
    FROM members WHERE user_id = new.id
    ON CONFLICT DO UPDATE SET names = json_patch(names, excluded.names);
END;

CREATE TRIGGER name_blocks_member_delete AFTER DELETE ON members
BEGIN
  UPDATE name_blocks SET names = json_remove(names, '$."' || old.id || '"')
    WHERE organization_id = old.organization_id AND kind = 'member' AND block = old.id / 128;
END;
