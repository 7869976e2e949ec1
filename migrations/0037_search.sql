CREATE TABLE `title_blocks` (
	`organization_id` integer NOT NULL,
	`kind` text NOT NULL,
	`block` integer NOT NULL,
	`titles` text NOT NULL,
	PRIMARY KEY(`organization_id`, `kind`, `block`)
) WITHOUT ROWID;

-- The titles of 64 records in a row, in lower case and with Danish letters as they are typed without them.

INSERT INTO title_blocks (organization_id, kind, block, titles)
  SELECT organization_id, 'contract', id / 64, json_group_object('' || id,
    replace(replace(replace(replace(replace(replace(lower(title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a'))
  FROM contracts GROUP BY organization_id, id / 64;

CREATE TRIGGER title_blocks_contract_insert AFTER INSERT ON contracts
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'contract', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_contract_update AFTER UPDATE OF title ON contracts WHEN old.title <> new.title
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'contract', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_contract_delete AFTER DELETE ON contracts
BEGIN
  UPDATE title_blocks SET titles = json_remove(titles, '$."' || old.id || '"')
    WHERE organization_id = old.organization_id AND kind = 'contract' AND block = old.id / 64;
END;

INSERT INTO title_blocks (organization_id, kind, block, titles)
  SELECT organization_id, 'event', id / 64, json_group_object('' || id,
    replace(replace(replace(replace(replace(replace(lower(title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a'))
  FROM events GROUP BY organization_id, id / 64;

CREATE TRIGGER title_blocks_event_insert AFTER INSERT ON events
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'event', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_event_update AFTER UPDATE OF title ON events WHEN old.title <> new.title
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'event', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_event_delete AFTER DELETE ON events
BEGIN
  UPDATE title_blocks SET titles = json_remove(titles, '$."' || old.id || '"')
    WHERE organization_id = old.organization_id AND kind = 'event' AND block = old.id / 64;
END;

INSERT INTO title_blocks (organization_id, kind, block, titles)
  SELECT organization_id, 'wish', id / 64, json_group_object('' || id,
    replace(replace(replace(replace(replace(replace(lower(title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a'))
  FROM wishes GROUP BY organization_id, id / 64;

CREATE TRIGGER title_blocks_wish_insert AFTER INSERT ON wishes
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'wish', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_wish_update AFTER UPDATE OF title ON wishes WHEN old.title <> new.title
BEGIN
  INSERT INTO title_blocks (organization_id, kind, block, titles)
    VALUES (new.organization_id, 'wish', new.id / 64, json_object('' || new.id,
      replace(replace(replace(replace(replace(replace(lower(new.title), 'Æ', 'ae'), 'æ', 'ae'), 'Ø', 'o'), 'ø', 'o'), 'Å', 'a'), 'å', 'a')))
    ON CONFLICT DO UPDATE SET titles = json_patch(titles, excluded.titles);
END;

CREATE TRIGGER title_blocks_wish_delete AFTER DELETE ON wishes
BEGIN
  UPDATE title_blocks SET titles = json_remove(titles, '$."' || old.id || '"')
    WHERE organization_id = old.organization_id AND kind = 'wish' AND block = old.id / 64;
END;
