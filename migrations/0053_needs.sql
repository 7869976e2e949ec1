DROP INDEX `payout_transfers_owed`;
DROP INDEX `payout_transfers_owing`;
CREATE INDEX `payout_transfers_owed` ON `payout_transfers` (`receiver`,`confirmed_at`,`sent_at`) WHERE receiver is not null;
CREATE INDEX `payout_transfers_owing` ON `payout_transfers` (`payer`,`confirmed_at`,`sent_at`) WHERE payer is not null;
CREATE INDEX `contracts_applied` ON `contracts` (`posted_by`) WHERE applications > 0;
CREATE INDEX `contracts_to_pay` ON `contracts` (`posted_by`) WHERE status in ('accepted', 'completed', 'awaiting_payment');
CREATE INDEX `event_attendance_claims` ON `event_attendance` (`organization_id`,`event_id`) WHERE claim_state = 'open';

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
