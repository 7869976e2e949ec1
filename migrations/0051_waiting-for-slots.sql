ALTER TABLE `event_answers` ADD `wanted_slot_id` integer;
ALTER TABLE `event_answers` ADD `wanted_place` integer;
CREATE INDEX `event_answers_wanted` ON `event_answers` (`event_id`,`wanted_place`) WHERE wanted_place is not null;