import { it } from "vitest";
import { manyProspects, person, rows, raw } from "../../testing/world.ts";
it("plan", async () => {
  const base = "select prospects.*, members.id from prospects left join members on members.user_id = prospects.user_id where likely(prospects.organization_id = ?) and ";
  for (const f of ["1","stage=?", "prospects.status=?", "assigned_to=?","assigned_to=? and stage=?","assigned_to is null and stage=?", "stage=? and prospects.status=? and assigned_to=?"])
  for (const w of [
"(due,prospects.id) > (?,?) and due < '~'", "(due,prospects.id) > (?,?)", "due between ? and ?", "due < ?", "due >= ? and due <= ?", "due=?","(due,prospects.id) > (?,?) and due >= ? and due < ?", "deadline is not null and prospects.status <> 'inactive' and deadline < ?", "1"
  ]) { 
   const q = base + f+" and "+w+" order by due, prospects.id limit ?";
   const n = q.split("?").length-1;
   console.log(f," && ",w, (await raw.DB.prepare("explain query plan "+q).bind(...Array(n).fill(1)).all()).results.map(r=>String(r.detail)).filter(x=>!/members/.test(x)).join(" | ").replace("SEARCH prospects USING INDEX",""));
  }
});
