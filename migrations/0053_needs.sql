-- What asks something of users is read from the records themselves; notices only inform, and stay.
DROP TRIGGER revisions_notices_notices_delete;
DROP TRIGGER notices_of_application_update;
DROP TRIGGER notices_of_application_delete;
DROP TRIGGER notices_of_claim_update;
DROP TRIGGER notices_of_claim_delete;
DROP TRIGGER notices_of_deadline_update;
DROP TRIGGER notices_of_deadline_delete;

-- Those that asked were numbered above all others.
DELETE FROM notices WHERE id >= 1125899906842624;
