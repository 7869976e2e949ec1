import { AppError, defineErrors, problem } from "../../lib/errors.ts";
import type { Language } from "../../lib/wire.schema.ts";

export const roleErrors = defineErrors({
  permission_unknown: problem(400)(
    "There is no permission {permissions}. Choose among those in the list.",
    "Der findes ingen rettighed {permissions}. Vælg blandt dem på listen.",
  ),
  role_not_yours: problem(403, "rights_exceeded")(
    "You cannot give the role {role}: it does not exist or stands above your own.",
    "Du kan ikke give rollen {role}: den findes ikke eller står over din egen.",
  ),
  role_above_yours: problem(403, "rights_exceeded")(
    "The role {role} stands above what you may change. Ask somebody with a higher role.",
    "Rollen {role} står over det, du må ændre. Spørg en med en højere rolle.",
  ),
  permission_not_yours: problem(403, "rights_exceeded")(
    "You do not hold {permissions}, so you can neither give nor take it. Ask an administrator.",
    "Du har ikke {permissions} og kan derfor hverken give eller tage det. Spørg en administrator.",
  ),
  system_permission: problem(403)(
    "{permission} belongs to the product and cannot be changed. Make a permission of your own instead.",
    "{permission} hører til produktet og kan ikke ændres. Opret din egen rettighed i stedet.",
  ),
  system_role_kept: problem(409)(
    "{role} is a system role: it cannot be deleted. Make a role of your own instead.",
    "{role} er en systemrolle: den kan ikke slettes. Opret din egen rolle i stedet.",
  ),
  administrator_complete: problem(409)(
    "{role} always holds every permission. Make a role of your own for people who should hold fewer.",
    "{role} har altid alle rettigheder. Opret din egen rolle til dem, der skal have færre.",
  ),
  roles_full: problem(409)(
    "There is no room for another role. Delete one that nobody needs.",
    "Der er ikke plads til en rolle mere. Slet en, som ingen bruger.",
  ),
  role_name_taken: problem(409)(
    "There is a role called {name} already. Choose another name.",
    "Der findes allerede en rolle, der hedder {name}. Vælg et andet navn.",
  ),
  role_in_use: problem(409)(
    "Members who hold the role {role}: {count}. Move them to another role, then delete it.",
    "Medlemmer med rollen {role}: {count}. Flyt dem til en anden rolle, og slet den så.",
  ),
  permission_exists: problem(409)(
    "There is a permission with the id {permission} already. Choose another id.",
    "Der findes allerede en rettighed med id'et {permission}. Vælg et andet id.",
  ),
  permission_in_use: problem(409)(
    "{permission} is held by {roles}. Take it from these roles first, then delete it.",
    "{permission} er givet til {roles}. Fjern den fra disse roller først, og slet den så.",
  ),
});

/** An error at a field of the form. */
export const atField = (error: AppError, field: string, language: Language): AppError =>
  new AppError(error.code, error.entry, error.parameters, { errors: { [field]: [error.text(language)] } });
