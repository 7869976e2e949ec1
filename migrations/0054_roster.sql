UPDATE roles SET permissions = json_insert(permissions, '$[#]', 'roster.read'), version = version + 1
  WHERE key IN ('officer', 'crm_manager', 'recruiter', 'onboarding_team', 'member') AND NOT EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'roster.read');
