CREATE TABLE `contract_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`contract_id` integer,
	`user_id` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`discord_username` text NOT NULL,
	`timezone` text NOT NULL,
	`rsi_handle` text,
	`experience` text NOT NULL,
	`ship_type` text NOT NULL,
	`availability` text NOT NULL,
	`background_check` integer NOT NULL,
	`references` text,
	`additional_notes` text,
	`message` text,
	`decided_by` text,
	`decided_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `contract_applications_open` ON `contract_applications` (`user_id`,`contract_id`) WHERE status = 'pending' and contract_id is not null;
CREATE UNIQUE INDEX `contract_applications_open_security` ON `contract_applications` (`user_id`) WHERE status = 'pending' and contract_id is null;
CREATE INDEX `contract_applications_of` ON `contract_applications` (`contract_id`,`id`) WHERE contract_id is not null;
CREATE INDEX `contract_applications_own` ON `contract_applications` (`user_id`,`id`);
CREATE INDEX `contract_applications_security` ON `contract_applications` (`organization_id`,`id`) WHERE contract_id is null;
CREATE TABLE `contract_history` (
	`id` integer PRIMARY KEY NOT NULL,
	`contract_id` integer NOT NULL,
	`action` text NOT NULL,
	`performed_by` text NOT NULL,
	`performed_by_id` integer,
	`previous_value` text,
	`new_value` text,
	`notes` text,
	`changes` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `contract_history_of` ON `contract_history` (`contract_id`,`id`);
CREATE TABLE `contract_expenses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`contract_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`amount` integer NOT NULL,
	`note` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`decided_by` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `contract_expenses_of` ON `contract_expenses` (`contract_id`,`id`);
CREATE TABLE `contract_splits` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`mode` text NOT NULL,
	`payer` integer,
	`lines` text NOT NULL,
	`fee_rate` integer,
	`locked_at` text,
	`locked_by` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `payout_ledger` (
	`id` integer PRIMARY KEY NOT NULL,
	`organization_id` integer NOT NULL,
	`contract_id` integer NOT NULL,
	`account` text NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `payout_ledger_user` ON `payout_ledger` (`user_id`) WHERE user_id is not null;
CREATE TABLE `payout_transfers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`contract_id` integer NOT NULL,
	`payer` integer,
	`payer_name` text NOT NULL,
	`receiver` integer,
	`receiver_name` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`currency` text NOT NULL,
	`sent_at` text,
	`confirmed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`payer`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`receiver`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `payout_transfers_of` ON `payout_transfers` (`contract_id`);
CREATE INDEX `payout_transfers_owed` ON `payout_transfers` (`receiver`,`confirmed_at`) WHERE receiver is not null;
CREATE INDEX `payout_transfers_owing` ON `payout_transfers` (`payer`,`confirmed_at`) WHERE payer is not null;
-- Nothing wrote contracts before.
DROP TABLE `contracts`;
CREATE TABLE `contracts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`amount` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'aUEC' NOT NULL,
	`payment_type` text DEFAULT 'flat_rate' NOT NULL,
	`percentage_of` real,
	`hourly_rate` integer,
	`estimated_hours` real,
	`pay` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`type` text DEFAULT 'mining' NOT NULL,
	`service_type` text,
	`risk_level` text DEFAULT 'low' NOT NULL,
	`location` text,
	`duration` text,
	`assigned_to` integer,
	`posted_by` integer,
	`created_by` integer NOT NULL,
	`posted_by_user` integer,
	`posted_at` text,
	`deadline` text,
	`closed_at` text,
	`applications` integer DEFAULT 0 NOT NULL,
	`transfers` integer DEFAULT 0 NOT NULL,
	`transfers_sent` integer DEFAULT 0 NOT NULL,
	`transfers_confirmed` integer DEFAULT 0 NOT NULL,
	`search_text` text DEFAULT '' NOT NULL,
	`position` text GENERATED ALWAYS AS (coalesce(posted_at, created_at) || printf(' %012d', id)) VIRTUAL NOT NULL,
	`deadline_position` text GENERATED ALWAYS AS (coalesce(deadline, '~') || printf(' %012d', id)) VIRTUAL NOT NULL,
	`pay_position` text GENERATED ALWAYS AS (printf('%015d %012d', pay, id)) VIRTUAL NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);

CREATE INDEX `contracts_assignee` ON `contracts` (`assigned_to`,`status`,`closed_at`) WHERE assigned_to is not null;
CREATE INDEX `contracts_board` ON `contracts` (`organization_id`,`position`) WHERE posted_at is not null;
CREATE INDEX `contracts_deadline` ON `contracts` (`organization_id`,`deadline_position`) WHERE posted_at is not null;
CREATE INDEX `contracts_pay` ON `contracts` (`organization_id`,`pay_position`) WHERE posted_at is not null;
CREATE INDEX `contracts_available` ON `contracts` (`organization_id`,`position`) WHERE status in ('posted', 'open', 'active');
CREATE INDEX `contracts_drafts` ON `contracts` (`organization_id`,`position`) WHERE posted_at is null;
CREATE INDEX `contracts_drafts_created` ON `contracts` (`created_by`,`position`) WHERE posted_at is null;
CREATE INDEX `contracts_drafts_posted` ON `contracts` (`posted_by`,`position`) WHERE posted_at is null and posted_by <> created_by;
ALTER TABLE `ships` ADD `container_sizes` text;
CREATE TRIGGER revisions_contracts_contracts_insert AFTER INSERT ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'contracts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_contracts_contracts_update AFTER UPDATE ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'contracts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_contracts_contracts_delete AFTER DELETE ON contracts
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'contracts', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_applications_contract_applications_insert AFTER INSERT ON contract_applications
WHEN new.contract_id IS NULL
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'applications', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_applications_contract_applications_update AFTER UPDATE ON contract_applications
WHEN new.contract_id IS NULL
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'applications', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_splits_insert AFTER INSERT ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_splits_update AFTER UPDATE ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_splits_delete AFTER DELETE ON contract_splits
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_expenses_insert AFTER INSERT ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_expenses_update AFTER UPDATE ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER revisions_payouts_contract_expenses_delete AFTER DELETE ON contract_expenses
BEGIN
  INSERT INTO revisions (organization_id, topic, revision) SELECT id, 'payouts', 1 FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- By hand

-- A contract whose assignee leaves, or leaves the Discord server, before the work is done is open again.
CREATE TRIGGER contracts_assignee_left AFTER UPDATE OF status, in_discord ON members
WHEN (old.status = 'active' AND new.status <> 'active') OR (old.in_discord AND NOT new.in_discord)
BEGIN
  INSERT INTO contract_history (contract_id, action, performed_by, previous_value, new_value, created_at)
    SELECT contracts.id, 'returned', 'Command Centre', users.display_name, 'open', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = new.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  INSERT INTO audit_log (organization_id, action, audience, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    SELECT new.organization_id, 'contract.returned', 'contracts', 'job', 'Command Centre', contracts.id, contracts.title,
      json_object('assignee', users.display_name), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = new.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  UPDATE contracts SET status = 'open', assigned_to = NULL, version = version + 1,
      updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE assigned_to = new.user_id AND status in ('accepted', 'posted', 'open', 'active');
END;

CREATE TRIGGER contracts_assignee_deleted BEFORE DELETE ON members
BEGIN
  INSERT INTO contract_history (contract_id, action, performed_by, previous_value, new_value, created_at)
    SELECT contracts.id, 'returned', 'Command Centre', users.display_name, 'open', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = old.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  INSERT INTO audit_log (organization_id, action, audience, actor_kind, actor_name, entity_id, entity_name, details, created_at)
    SELECT old.organization_id, 'contract.returned', 'contracts', 'job', 'Command Centre', contracts.id, contracts.title,
      json_object('assignee', users.display_name), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    FROM contracts JOIN users ON users.id = contracts.assigned_to
    WHERE contracts.assigned_to = old.user_id AND contracts.status in ('accepted', 'posted', 'open', 'active');
  UPDATE contracts SET status = 'open', assigned_to = NULL, version = version + 1,
      updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE assigned_to = old.user_id AND status in ('accepted', 'posted', 'open', 'active');
END;

-- An application that goes with its user no longer waits for an answer.
CREATE TRIGGER contract_applications_deleted AFTER DELETE ON contract_applications
WHEN old.status = 'pending' AND old.contract_id IS NOT NULL
BEGIN
  UPDATE contracts SET applications = applications - 1 WHERE id = old.contract_id;
END;
