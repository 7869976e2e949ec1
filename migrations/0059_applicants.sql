CREATE INDEX `prospects_email` ON `prospects` (`organization_id`,email collate nocase) WHERE email is not null;
CREATE TRIGGER revisions_notices_prospects_update AFTER UPDATE OF assigned_to ON prospects
WHEN old.assigned_to IS NOT new.assigned_to AND EXISTS (SELECT 1 FROM admissions WHERE user_id = new.user_id AND status = 'sent')
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"notices":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.notices', coalesce(topics ->> '$.notices', 0) + 1);
END;
