ALTER TABLE `contract_applications` ADD `form_id` integer REFERENCES forms(id);
ALTER TABLE `contract_applications` ADD `form_number` integer;
ALTER TABLE `contract_applications` ADD `answers` text;
CREATE INDEX `contract_applications_form` ON `contract_applications` (`form_id`,`form_number`) WHERE form_id is not null;
CREATE TRIGGER revisions_forms_contract_applications_insert AFTER INSERT ON contract_applications
WHEN new.form_id is not null
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT new.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;

CREATE TRIGGER revisions_forms_contract_applications_delete AFTER DELETE ON contract_applications
WHEN old.form_id is not null
BEGIN
  INSERT INTO revisions (organization_id, topics) SELECT id, '{"forms":1}' FROM (SELECT old.organization_id AS id) WHERE id IS NOT NULL
    ON CONFLICT DO UPDATE SET topics = json_set(topics, '$.forms', coalesce(topics ->> '$.forms', 0) + 1);
END;
