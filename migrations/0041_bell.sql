-- Notices that need an answer are numbered apart from the others.
UPDATE notices SET details = json_set(details, '$.id', (SELECT id FROM contract_applications a
    WHERE a.user_id = notices.details ->> 'applicantId' AND a.kind = 'security' AND a.status = 'pending'))
  WHERE kind = 'application.security';

UPDATE notices SET id = id + 1125899906842624
  WHERE kind IN ('application.security', 'security.ready', 'security.held', 'event.claim_made', 'ships.shrunk');

-- What asks about an application, a claim or a deadline leaves with it, whatever ends it.
CREATE TRIGGER notices_of_application_update AFTER UPDATE OF status ON contract_applications
WHEN old.status = 'pending' AND new.status <> 'pending'
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND id >= 1125899906842624
    AND user_id IN (0, old.user_id, (SELECT posted_by_user FROM contracts WHERE id = old.contract_id))
    AND kind IN ('application.contract', 'application.security', 'security.ready', 'security.held')
    AND details ->> 'id' = old.id;
END;

CREATE TRIGGER notices_of_application_delete AFTER DELETE ON contract_applications
WHEN old.status = 'pending'
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND id >= 1125899906842624
    AND user_id IN (0, old.user_id, (SELECT posted_by_user FROM contracts WHERE id = old.contract_id))
    AND kind IN ('application.contract', 'application.security', 'security.ready', 'security.held')
    AND details ->> 'id' = old.id;
END;

CREATE TRIGGER notices_of_claim_update AFTER UPDATE OF claim_state ON event_attendance
WHEN old.claim_state = 'open' AND new.claim_state <> 'open'
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND user_id = 0 AND id >= 1125899906842624
    AND kind = 'event.claim_made' AND details ->> 'eventId' = old.event_id AND details ->> 'userId' = old.user_id;
END;

CREATE TRIGGER notices_of_claim_delete AFTER DELETE ON event_attendance
WHEN old.claim_state = 'open'
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND user_id = 0 AND id >= 1125899906842624
    AND kind = 'event.claim_made' AND details ->> 'eventId' = old.event_id AND details ->> 'userId' = old.user_id;
END;

CREATE TRIGGER notices_of_deadline_update AFTER UPDATE OF assigned_to, deadline ON prospects
WHEN old.deadline IS NOT NULL AND old.assigned_to IS NOT NULL
  AND (old.deadline IS NOT new.deadline OR old.assigned_to IS NOT new.assigned_to)
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND id >= 1125899906842624
    AND user_id = (SELECT user_id FROM members WHERE id = old.assigned_to)
    AND kind = 'prospect.due' AND details ->> 'id' = old.id;
END;

CREATE TRIGGER notices_of_deadline_delete AFTER DELETE ON prospects
WHEN old.deadline IS NOT NULL AND old.assigned_to IS NOT NULL
BEGIN
  DELETE FROM notices WHERE organization_id = old.organization_id AND id >= 1125899906842624
    AND user_id = (SELECT user_id FROM members WHERE id = old.assigned_to)
    AND kind = 'prospect.due' AND details ->> 'id' = old.id;
END;

-- The bell is told when one leaves.
CREATE TRIGGER revisions_notices_notices_delete AFTER DELETE ON notices
WHEN old.id >= 1125899906842624
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"notices":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.notices', coalesce(topics ->> '$.notices', 0) + 1);
END;
