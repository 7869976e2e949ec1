-- Handles leave the audit log and the histories: nobody could take them out when their user is deleted.

DROP TRIGGER audit_log_frozen;
UPDATE audit_log SET details = json_remove(details, '$.handle', '$.from', '$.to')
  WHERE action GLOB 'rsi.*' AND details IS NOT NULL;
UPDATE audit_log SET details = json_remove(details, '$.fromStarCitizenId', '$.toStarCitizenId')
  WHERE action = 'prospect.corrected' AND details IS NOT NULL;
CREATE TRIGGER audit_log_frozen BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log cannot be edited');
END;

DROP TRIGGER prospect_history_frozen;
UPDATE prospect_history
  SET changes = json_replace(changes, '$.starCitizenId', json('{"from":null,"to":null}'))
  WHERE action = 'corrected' AND changes IS NOT NULL;
CREATE TRIGGER prospect_history_frozen BEFORE UPDATE ON prospect_history
BEGIN
  SELECT RAISE(ABORT, 'history cannot be edited');
END;

-- Prospects whose user was deleted keep no handle either.

UPDATE prospects SET star_citizen_id = NULL
  WHERE user_id IS NULL AND id IN (SELECT prospect_id FROM prospect_history
    WHERE notes IN ('The user was deleted.', 'Brugeren blev slettet.'));
