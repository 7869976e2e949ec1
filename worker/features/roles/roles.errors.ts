import { defineErrors } from "../../lib/errors.ts";

export const roleErrors = defineErrors({
  role_not_yours: {
    status: 403,
    en: "You cannot give the role {role}: it does not exist or stands above your own.",
    da: "Du kan ikke give rollen {role}: den findes ikke eller står over din egen.",
  },
});
