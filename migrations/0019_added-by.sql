ALTER TABLE `prospects` ADD `added_by` integer;
CREATE INDEX `prospects_added` ON `prospects` (`added_by`,`organization_id`,`position`) WHERE added_by is not null and assigned_to is null;
--> statement-breakpoint
-- The history entry of a prospect that was added by hand says who did.
UPDATE prospects SET added_by = (
  SELECT members.id FROM prospect_history JOIN members ON members.user_id = prospect_history.performed_by_id
  WHERE prospect_history.prospect_id = prospects.id AND prospect_history.action = 'created'
    AND members.organization_id = prospects.organization_id AND members.user_id IS NOT prospects.user_id)
WHERE is_test = 0;
--> statement-breakpoint
-- Only open prospects have a deadline.
UPDATE prospects SET deadline = NULL, version = version + 1 WHERE deadline IS NOT NULL AND status IN ('active', 'inactive');
--> statement-breakpoint
-- Members got the permission to see all prospects without the one that opens the CRM.
UPDATE roles SET version = version + 1,
  permissions = (SELECT json_group_array(value) FROM json_each(permissions) WHERE value <> 'prospects.read_all')
WHERE key = 'member'
  AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'prospects.read_all')
  AND NOT EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'prospects.read');
