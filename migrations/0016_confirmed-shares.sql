ALTER TABLE `payout_transfers` ADD `sent_by` integer;
CREATE INDEX `payout_ledger_unconfirmed` ON `payout_ledger` (`contract_id`) WHERE account = 'unconfirmed';