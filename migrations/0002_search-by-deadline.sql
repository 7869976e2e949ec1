ALTER TABLE `prospects` ADD `due_facets` text GENERATED ALWAYS AS (case when deadline is not null then char(48, 19968 + ((max(0, unixepoch(deadline) / 60) >> 24) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 24) & 16383)) || char(49, 19968 + ((max(0, unixepoch(deadline) / 60) >> 21) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 21) & 16383)) || char(50, 19968 + ((max(0, unixepoch(deadline) / 60) >> 18) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 18) & 16383)) || char(51, 19968 + ((max(0, unixepoch(deadline) / 60) >> 15) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 15) & 16383)) || char(52, 19968 + ((max(0, unixepoch(deadline) / 60) >> 12) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 12) & 16383)) || char(53, 19968 + ((max(0, unixepoch(deadline) / 60) >> 9) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 9) & 16383)) || char(54, 19968 + ((max(0, unixepoch(deadline) / 60) >> 6) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 6) & 16383)) || char(55, 19968 + ((max(0, unixepoch(deadline) / 60) >> 3) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 3) & 16383)) || char(56, 19968 + ((max(0, unixepoch(deadline) / 60) >> 0) >> 14), 19968 + ((max(0, unixepoch(deadline) / 60) >> 0) & 16383)) end) VIRTUAL;
--> statement-breakpoint
DROP TRIGGER prospect_search_insert;
DROP TRIGGER prospect_search_delete;
DROP TRIGGER prospect_search_update;
DROP TABLE prospect_search;

-- Search over names and Discord ids, and over what a search is narrowed by: deadlines now among it.

CREATE VIRTUAL TABLE prospect_search USING fts5(display_name, username, discord_id, facets, due_facets, content='prospects', content_rowid='id', tokenize='trigram');

CREATE TRIGGER prospect_search_insert AFTER INSERT ON prospects
BEGIN
  INSERT INTO prospect_search (rowid, display_name, username, discord_id, facets, due_facets)
    VALUES (new.id, new.display_name, new.username, new.discord_id, new.facets, new.due_facets);
END;

CREATE TRIGGER prospect_search_delete AFTER DELETE ON prospects
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, display_name, username, discord_id, facets, due_facets)
    VALUES ('delete', old.id, old.display_name, old.username, old.discord_id, old.facets, old.due_facets);
END;

CREATE TRIGGER prospect_search_update AFTER UPDATE ON prospects
WHEN old.facets IS NOT new.facets OR old.due_facets IS NOT new.due_facets OR old.discord_id IS NOT new.discord_id
  OR old.display_name IS NOT new.display_name OR old.username IS NOT new.username
BEGIN
  INSERT INTO prospect_search (prospect_search, rowid, display_name, username, discord_id, facets, due_facets)
    VALUES ('delete', old.id, old.display_name, old.username, old.discord_id, old.facets, old.due_facets);
  INSERT INTO prospect_search (rowid, display_name, username, discord_id, facets, due_facets)
    VALUES (new.id, new.display_name, new.username, new.discord_id, new.facets, new.due_facets);
END;

INSERT INTO prospect_search (prospect_search) VALUES ('rebuild');
